#!/usr/bin/env python3
"""A minimal UGI engine for STAQS between two players, on a board of any size, with the standard library only."""
import random
import re
import sys


class Game:
    """The squares that still exist: 0 for a neutral disc, +height for the first player, -height for the second."""

    def __init__(self, size, fen=None):
        names = [f"{file}{rank}" for rank in range(size, 0, -1) for file in "abcdefghij"[:size]]
        cells = re.split("[,/]", fen.split()[0]) if fen else ["n"] * size * size
        # A number is a run of squares that are gone.
        cells = [cell for text in cells for cell in ([None] * int(text) if text.isdigit() else [text])]
        self.squares = {name: 0 if cell == "n" else int(cell[1:]) * (1 if cell[0] == "b" else -1)
                        for name, cell in zip(names, cells) if cell}
        self.turn = -1 if fen and fen.split()[1] == "w" else 1
        first, second = fen.split()[2].split("/") if fen else (4, 4)
        self.reserve = {1: int(first), -1: int(second)}

    def neighbours(self, square):
        file, rank = ord(square[0]), int(square[1:])
        steps = [(file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)]
        return [name for name in (f"{chr(x)}{y}" for x, y in steps) if self.squares.get(name) == 0]

    def moves(self):
        if self.reserve[self.turn]:
            return [square for square, height in self.squares.items() if height == 0]
        own = [square for square, height in self.squares.items() if height * self.turn > 0]
        return [f"{square}-{to}" for square in own for to in self.neighbours(square)] or ["pass"]

    def play(self, move):
        if "-" in move:
            source, target = move.split("-")
            self.squares[target] = self.squares.pop(source) + self.turn
        elif move != "pass":
            self.squares[move] = 2 * self.turn
            self.reserve[self.turn] -= 1
        self.turn = -self.turn


def main():
    size, game = 5, Game(5)
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        answers = []
        if command == "ugi":
            answers = ["id name Minimal", "id author the Cairn authors", "option name Game type string default staqs",
                       "option name Seed type spin default 0 min 0 max 4294967295", "ugiok"]
        elif command == "setoption" and rest.startswith("name Game value "):
            known = re.fullmatch(r"staqs(?::size=(\d+))?", rest.split()[-1])
            size = int(known[1] or 5) if known else size
            answers = [] if known else ["info string refused: I only play staqs with its standard rules"]
        elif command == "setoption" and rest.startswith("name Seed value "):
            random.seed(int(rest.split()[-1]))
        elif command == "isready":
            answers = ["readyok"]
        elif command == "position":
            start, _, moves = rest.partition(" moves ")
            game = Game(size, start[4:] if start.startswith("fen ") else None)
            for move in moves.split():
                game.play(move)
        elif command == "go":
            move = random.choice(game.moves())
            answers = [f"info depth 1 score cp 0 pv {move}", f"bestmove {move}"]
        elif command == "quit":
            return
        for answer in answers:
            print(answer, flush=True)


main()
