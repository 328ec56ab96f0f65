//! Output in Portuguese, and output that is the same in every language.

use crate::run::{cairn, cairn_with, program};

#[test]
fn a_game_in_portuguese() {
    let typed = "ajuda\njogadas c\nc3\nz9\nx\nc3\ndesfazer\nrefazer\nhistorico\natrás\nc1\nfim\ndizer c3\nvirar\n\
                 guardar\nempate\ntalvez\nnao\naceitar\nregras\nposição\nregisto\nabrir /nada\ndesistir\n";
    let run = cairn_with(&["play", "staqs", "--second", "human", "--lang", "pt"], typed.as_bytes());
    let (out, err) = (run.stdout_of_success(), run.stderr());
    for text in [
        "propor empate",
        "\nc1 c2 c3 c4 c5\n",
        "\n1 c3\n",
        "\nc3, peça azul, altura 2, última jogada\n",
        " ► Azuis    b  discos por colocar: 4  a jogar\n",
        "1. O tabuleiro tem 5 x 5 casas, e no início ",
        "\nn,n,n,n,n/n,n,n,n,n/n,n,b2,n,n/n,n,n,n,n/n,n,n,n,n w 3/4\n",
        "[Game \"staqs\"]\n[First \"human\"]",
        "\nAs Brancas desistem: ganham as Azuis.\nresult: first (resignation)\n",
    ] {
        assert!(out.contains(text), "{text}: {out}");
    }
    for text in [
        "STAQS. Escrever uma jogada, ou `ajuda`.\n",
        "Jogam as Azuis> ",
        "jogada ilegal z9: z9 não está no tabuleiro de 5 x 5. `jogadas` mostra as jogadas possíveis, `ajuda` mostra a ajuda.\n",
        "jogada ilegível `x`: uma jogada é uma casa onde colocar (c3), um avanço (c3-c4) ou pass. ",
        "jogada ilegal c3: em c3 não há nenhum disco neutro descoberto. ",
        "Desfeito: c3\n",
        "Refeito: c3\n",
        "Posição anterior, depois de 0 de 1 jogadas> Esta é uma posição anterior: `fim` volta à partida.\n",
        "Falta qualquer coisa: guardar F.\n",
        "Azuis: as Brancas propõem empate, aceitar ou recusar> `talvez` não é uma das respostas.\n",
        "As Azuis recusam: a partida continua.\n",
        "ninguém propôs empate.\n",
        "Não foi aberto: /nada",
        "As Brancas desistem.\n",
    ] {
        assert!(err.contains(text), "{text}: {err}");
    }
}

#[test]
fn options_and_their_errors_are_translated() {
    let games = cairn(&["games", "--lang", "pt"]).stdout_of_success();
    for text in [
        "size=3 a 10, por omissão 5",
        "predefinições: standard (os valores por omissão)",
        "o ganancioso: captura se puder",
    ] {
        assert!(games.contains(text), "{text}: {games}");
    }
    let run = cairn_with(&["play", "--lang", "pt"], b"chess\nstac\ntowers=x\nquit\n");
    for text in [
        "jogo desconhecido `chess`; os jogos são staqs, ",
        "`x` não é um valor da opção towers de Stac; permitido: pass, stop.\n",
    ] {
        assert!(run.stderr().contains(text), "{text}: {}", run.stderr());
    }
}

#[test]
fn refusals_of_all_games_are_translated() {
    for (game, mv, text) in [
        ("sight", "a1-a2", "as Brancas não têm nenhuma pilha, e têm de colocar uma peça"),
        ("stlts", "c11-c12", "a peça em c11 não tem pinos e não se pode mover"),
        ("stlts:seed", "b11-c12", "a peça em b11 não tem pinos e não se pode mover"),
        ("stac", "b1-b2", "o peão das Brancas está em a1"),
        ("stacks", "4a7-a6", "quatro peças nunca se movem juntas: escrever quantas, de 1 a 3"),
        ("stacks", "a1?", "uma jogada é um grupo (2a7-a5), um ataque (2c3xc4+b3>c5)"),
    ] {
        let run = cairn_with(&["play", game, "--lang", "pt"], format!("{mv}\n").as_bytes());
        assert!(run.stderr().contains(text), "{game} {mv}: {}", run.stderr());
        let error = cairn(&["apply", game, mv, "--lang", "pt"]).stderr_of_bad_request();
        assert!(error.starts_with("cairn: jogada 1: ") && error.contains(text), "{error}");
    }
}

#[test]
fn puzzles_rules_and_games_in_portuguese() {
    let run = cairn_with(&["puzzle", "staqs-1", "--lang", "pt"], b"c1-c2\nz9\nsolucao\nb2-a2\n");
    let out = run.stdout_of_success();
    assert!(
        out.starts_with("staqs-1: Bloquear a pilha adversária (placement=free)\nJogam as Azuis;"),
        "{out}"
    );
    assert!(out.contains("errado: as Brancas respondem ") && out.contains("(tentativa 1)"), "{out}");
    assert!(
        out.contains("\nsolução: b2-a2\n") && out.contains("\nresolvido com a solução à vista\n"),
        "{out}"
    );
    assert!(run.stderr().contains("Jogada> jogada ilegal z9: "), "{}", run.stderr());

    assert!(cairn(&["rules", "stac", "--lang", "pt"]).stdout_of_success().contains("discos marcadores"));
    let games = cairn(&["games", "--lang", "pt"]).stdout_of_success();
    assert!(
        games.contains("    size=3 a 10, por omissão 5\n        casas por lado do tabuleiro\n"),
        "{games}"
    );
    assert!(cairn(&["puzzles", "--lang", "pt"]).stdout_of_success().contains("Um final traiçoeiro"));
}

#[test]
fn help_is_translated() {
    let help = cairn(&["--help", "--lang", "pt"]).stdout_of_success();
    for text in [
        "Jogar, estudar e resolver jogos de empilhar.",
        "Utilização: cairn [OPÇÕES] [COMANDO]",
        "\nComandos:\n",
        "Fazer um encontro entre dois bots",
        "\nSaída:\n",
        "Exemplo: cairn play staqs --first human --second greedy",
    ] {
        assert!(help.contains(text), "{text}: {help}");
    }
    let help = cairn(&["analyze", "-h", "--lang=pt"]).stdout_of_success();
    for text in [
        "Utilização: cairn analyze [OPÇÕES] <JOGO> [JOGADA]...",
        "\nArgumentos:\n  <JOGO> ",
        "\nOpções:\n",
        "Número de melhores linhas a mostrar [por omissão: 1]",
        "Quando usar cores [por omissão: auto] [valores possíveis: auto, ",
    ] {
        assert!(help.contains(text), "{text}: {help}");
    }
    for english in ["Usage", "Options", "default", "Print", "Example:"] {
        assert!(!help.contains(english), "{english}: {help}");
    }
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("settings.toml"), "language = 'pt'").unwrap();
    let set = program(home.path()).args(["help", "moves"]).output().unwrap();
    assert!(String::from_utf8(set.stdout).unwrap().starts_with("Listar as jogadas possíveis"));
}

#[test]
fn errors_of_the_command_line_are_translated() {
    let requests: &[(&[&str], &str)] = &[
        (
            &["perft", "staqs", "200"],
            "erro: valor inválido '200' para '<PROFUNDIDADE>': 200 não está em 0..=100\n",
        ),
        (&["perft", "staqs", "x"], "'<PROFUNDIDADE>': não é um número inteiro\n"),
        (
            &["perft", "staqs"],
            "faltam estes argumentos obrigatórios:\n  <PROFUNDIDADE>\n\nUtilização: cairn perft [OPÇÕES] <JOGO> <PROFUNDIDADE>\n",
        ),
        (&["solve", "staqs", "--time", "soon"], "`soon` não é uma duração, como 100ms, 2s ou 1m"),
        (&["match", "staqs", "--first", "x", "--second", "random", "--games", "2"], "bot desconhecido `x`"),
        (
            &["moves", "staqs", "--nonsense"],
            "argumento desconhecido '--nonsense'\n\nUtilização: cairn moves [OPÇÕES] <JOGO>",
        ),
        (&["mvoes"], "comando desconhecido 'mvoes'\n\n  (queria dizer moves?)\n"),
        (
            &["show", "staqs", "--theme", "blue"],
            "valor inválido 'blue' para '--theme <TEMA>'\n  [valores possíveis: light, dark]\n",
        ),
        (&["puzzles", "--solved", "--unsolved"], "o argumento '--solved' não se pode usar com '--unsolved'"),
        (&["moves", "chess"], "cairn: jogo desconhecido `chess`; os jogos são staqs, "),
        (&["moves", "staqs", "--position", "x"], "cairn: "),
        (
            &["solve", "staqs:players=3"],
            "cairn: `staqs:players=3`: só se podem resolver jogos de dois jogadores\n",
        ),
        (&["perft", "staqs", "2", "--csv"], "--csv: a tabela é a de --divide"),
        (&["settings", "colour"], "definição desconhecida `colour`; as definições são "),
        (&["puzzle", "staqs-999"], "`cairn puzzles` lista-os\n"),
        (&[], "cairn: nenhum comando, e nenhum terminal onde abrir o menu\n\nJogar, estudar"),
    ];
    for (arguments, expected) in requests {
        let error = cairn(&[arguments, &["--lang", "pt"][..]].concat()).stderr_of_bad_request();
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    let missing = cairn(&["record", "/no/such/file", "--lang", "pt"]).stderr_of_failure(1);
    assert_eq!(missing, "cairn: /no/such/file: o ficheiro ou a pasta não existe\n");
}

#[test]
fn statistics_and_values_are_translated() {
    let stats = ["stats", "staqs:size=3", "--games", "4", "--opening", "2", "--lang", "pt"];
    let report = cairn(&stats).stdout_of_success();
    for text in [
        "\nEquilíbrio\n",
        " (1.º): vitórias  ",
        "\nFinais\n",
        "\nDuração: ",
        "\nJogadas possíveis: ",
        "\nDecisão: ",
    ] {
        assert!(report.contains(text), "{text}: {report}");
    }
    let solved = cairn(&["solve", "sight:size=3", "--all", "--lang", "pt"]).stdout_of_success();
    for text in
        ["\nmelhor: b2\nlinha: b2 ", "\nvitória: b2\nderrota: a1 a2 ", " 2  derrota  vitória  derrota\n"]
    {
        assert!(solved.contains(text), "{text}: {solved}");
    }
    let analysis = cairn(&["analyze", "sight:size=3", "--depth", "9", "--lang", "pt"]).stdout_of_success();
    assert!(analysis.contains("\nprovado: ganham as Brancas\n"), "{analysis}");
}

#[test]
fn json_and_notation_are_never_translated() {
    for arguments in [
        ["games", "--json"].as_slice(),
        &["rules", "stac", "--json"],
        &["show", "staqs", "--json"],
        &["puzzles", "--json"],
        &["apply", "staqs", "c3"],
        &["moves", "sight"],
        &["perft", "staqs", "2", "--divide", "--csv"],
        &["puzzles", "--csv"],
    ] {
        let english = cairn(arguments).stdout_of_success();
        let portuguese = cairn(&[arguments, &["--lang", "pt"]].concat()).stdout_of_success();
        assert_eq!(english, portuguese, "{arguments:?}");
    }
}

#[test]
fn the_locale_decides_unless_something_else_does() {
    let rules = |locale: &str, arguments: &[&str]| {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("settings.toml"), arguments.first().unwrap_or(&"")).unwrap();
        let output = program(home.path())
            .args(["rules", "stac"])
            .args(arguments.get(1..).unwrap_or_default())
            .env_remove("LC_ALL")
            .env("LANG", locale)
            .output()
            .unwrap();
        if String::from_utf8(output.stdout).unwrap().contains("Tabuleiro") { "pt" } else { "en" }
    };
    assert_eq!(rules("pt_PT.UTF-8", &[]), "pt");
    assert_eq!(rules("pt_PT.UTF-8", &["language = 'en'"]), "en");
    assert_eq!(rules("de_DE.UTF-8", &["language = 'pt'"]), "pt");
    assert_eq!(rules("pt_PT.UTF-8", &["language = 'pt'", "--lang", "en"]), "en");
    assert_eq!(rules("de_DE.UTF-8", &[]), "en");
    let error = cairn(&["rules", "stac", "--lang", "fr"]).stderr_of_bad_request();
    assert!(error.contains("unknown language `fr`; the languages are en, pt"), "{error}");
}

/// A report must have these texts in English, and those in Portuguese.
type ReportTexts<'a> = (&'a [&'a str], &'a [&'a str], &'a [&'a str]);

#[test]
fn reports_of_matches_checks_and_benches_are_translated() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof.txt");
    let proof = proof.to_str().unwrap();
    cairn(&["solve", "sight:size=3", "--certificate", proof]).stdout_of_success();
    let reports: &[ReportTexts] = &[
        (
            &["match", "staqs:size=3", "--first", "greedy", "--second", "random", "--games", "4"],
            &[
                "staqs:size=3: greedy against random\n",
                "\ngames    4: won ",
                "\nscore    ",
                " (95 %: ",
                " of them random, seed ",
            ],
            &[
                "staqs:size=3: greedy contra random\n",
                "\npartidas  4: ",
                " ganhas, ",
                "\npontos    ",
                " delas aleatórias, semente ",
            ],
        ),
        (
            &["tournament", "staqs:size=3", "--bots", "greedy,random", "--games", "2"],
            &["staqs:size=3: 2 games between each pair\n", "    points  Elo            score\n"],
            &["staqs:size=3: 2 partidas entre cada par\n", "     total  Elo            pontos\n"],
        ),
        (
            &["verify", "--openings", "sight:size=3", "--sample", "1"],
            &[" values, none contradicts another\n", " follow from others in the book, ", "0 proven again, "],
            &[
                " valores, nenhum contradiz outro\n",
                " seguem-se de outros do livro, ",
                "0 provados de novo, ",
            ],
        ),
        (
            &["verify", proof],
            &["verified: sight:size=3, 3/3/3 w: win\n", " replies and the "],
            &["verificado: sight:size=3, 3/3/3 w: vitória\n", " respostas e as "],
        ),
        (
            &["bench", "--nodes", "10"],
            &["game     positions       nodes   seconds     nodes/s\n", "\nall ", "\nsignature "],
            &["jogo      posições         nós  segundos       nós/s\n", "\ntodos ", "\nsignature "],
        ),
    ];
    for (command, english, portuguese) in reports {
        for (language, texts) in [("en", english), ("pt", portuguese)] {
            let out = cairn(&[command, &["--lang", language][..]].concat()).stdout_of_success();
            for text in *texts {
                assert!(out.contains(text), "{command:?}: {text}: {out}");
            }
        }
    }
}

#[test]
fn tables_and_objects_are_the_same_in_both_languages() {
    let commands: [&[&str]; 3] = [
        &["match", "staqs:size=3", "--first", "greedy", "--second", "random", "--games", "2", "--seed", "1"]
            [..],
        &["tournament", "staqs:size=3", "--bots", "greedy,random", "--games", "2", "--seed", "1"],
        &["stats", "staqs:size=3", "--games", "2", "--seed", "1"],
    ];
    for command in commands {
        for format in ["--json", "--csv"] {
            let [english, portuguese] = ["en", "pt"].map(|language| {
                let out = cairn(&[command, &[format, "--lang", language][..]].concat()).stdout_of_success();
                // The time differs.
                let is_number = |c: char| c.is_ascii_digit() || c == '.';
                let words = out.split([',', '\n', ':']);
                words.filter(|word| !word.chars().all(is_number)).map(str::to_owned).collect::<Vec<_>>()
            });
            assert_eq!(english, portuguese, "{command:?} {format}");
        }
    }
}
