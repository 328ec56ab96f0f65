//! Tests of the order and the limits of jobs.

use std::sync::mpsc;

use futures_util::FutureExt;

use super::*;

const MAX_STUDIES: usize = Lane::Study.max_jobs();

#[test]
fn a_job_that_came_first_gives_way_to_those_that_come() {
    let pool = Pool::start(1).unwrap();
    let (sender, order) = mpsc::channel();
    let (pause, news, mut pauses) = (Arc::new(AtomicBool::new(false)), sender.clone(), 0);
    let flag = Arc::clone(&pause);
    pool.add_pausable(Lane::Study, "first", pause, move |others_wait| {
        if pauses == 1 {
            news.send("the end of the first").unwrap();
            return Slice::Done;
        }
        news.send("the first alone").unwrap();
        assert!(!others_wait);
        let patience = std::time::Instant::now();
        while !flag.load(Ordering::Relaxed) && patience.elapsed().as_secs() < 60 {
            thread::yield_now();
        }
        pauses = 1;
        Slice::Again
    })
    .unwrap();
    assert_eq!(order.recv().unwrap(), "the first alone");
    let patience = std::time::Instant::now();
    pool.add(Lane::Study, "second", move |_| {
        let is_late = patience.elapsed().as_secs() >= 60;
        sender.send(if is_late { "too late" } else { "the second" }).unwrap();
        Slice::Done
    })
    .unwrap();
    assert_eq!(order.recv().unwrap(), "the second");
    assert_eq!(order.recv().unwrap(), "the end of the first");
    pool.stop();
}

#[test]
fn one_visitor_cannot_fill_a_lane_for_others() {
    let pool = Pool::start(1).unwrap();
    let (gate, opened) = mpsc::channel::<()>();
    pool.add(Lane::Study, "gate", move |_| {
        let _ = opened.recv();
        Slice::Done
    })
    .unwrap();
    // The pool drops the sender of an evicted job, so that its `recv` fails.
    let add = |visitor: &str| {
        let (sender, answer) = mpsc::channel::<()>();
        let added = pool.add(Lane::Study, visitor, move |_| {
            let _ = sender.send(());
            Slice::Done
        });
        added.map(|()| answer)
    };
    let greedy: Vec<_> = std::iter::from_fn(|| add("greedy").ok()).collect();
    assert!(greedy.len() >= MAX_STUDIES - 1);
    let modest: Vec<_> = (0..3).map(|_| add("modest").unwrap()).collect();
    let others: Vec<_> = (0..20).map(|index| add(&format!("other {index}")).unwrap()).collect();
    assert_eq!(add("greedy").err(), Some(QueueFull));
    drop(gate);
    let done =
        |answers: Vec<mpsc::Receiver<()>>| answers.iter().filter(|answer| answer.recv().is_ok()).count();
    let all = greedy.len();
    assert_eq!((done(modest), done(others), done(greedy)), (3, 20, all - 23));
    pool.stop();
}

#[test]
fn work_in_slices_gives_way_and_is_finished() {
    let pool = Pool::start(1).unwrap();
    let (sender, order) = mpsc::channel();
    let (gate, opened) = mpsc::channel::<()>();
    // Until the gate opens, the thread of the lane is busy and all others wait.
    pool.add(Lane::Study, "gate", move |_| {
        opened.recv().unwrap();
        Slice::Done
    })
    .unwrap();
    for (visitor, slices) in [("long", 3), ("short", 1)] {
        let (sender, mut left) = (sender.clone(), slices);
        pool.add(Lane::Study, visitor, move |_| {
            left -= 1;
            sender.send((visitor, left)).unwrap();
            if left == 0 { Slice::Done } else { Slice::Again }
        })
        .unwrap();
    }
    gate.send(()).unwrap();
    let order: Vec<(&str, i32)> = (0..4).map(|_| order.recv().unwrap()).collect();
    assert_eq!(order, [("long", 2), ("short", 0), ("long", 1), ("long", 0)]);
    pool.stop();
}

#[test]
fn a_panic_is_lost_alone_and_a_full_lane_rejects_jobs() {
    let pool = Pool::start(1).unwrap();
    pool.add(Lane::Study, "x", |_| panic!("on purpose")).unwrap();
    let (sender, answer) = mpsc::channel();
    pool.add(Lane::Study, "y", move |_| {
        sender.send(()).unwrap();
        Slice::Done
    })
    .unwrap();
    answer.recv().unwrap();
    // The thread counts a job until the job has returned.
    while pool.load(Lane::Study) > 0 {
        thread::yield_now();
    }
    let (_gate, closed) = mpsc::channel::<()>();
    let closed = Mutex::new(closed);
    pool.add(Lane::Study, "gate", move |_| {
        let _ = closed.lock().unwrap().recv();
        Slice::Done
    })
    .unwrap();
    // The thread may still count the finished job for a moment.
    while pool.load(Lane::Study) != 1 {
        thread::yield_now();
    }
    let added = (0..=MAX_STUDIES).map_while(|_| pool.add(Lane::Study, "x", |_| Slice::Done).ok()).count();
    assert_eq!(added, MAX_STUDIES - 1);
    pool.stop();
}

/// Keeps the only thread of a lane busy until the sender is dropped.
fn close_gate(pool: &Pool, lane: Lane) -> mpsc::Sender<()> {
    let (gate, opened) = mpsc::channel::<()>();
    pool.add(lane, "gate", move |_| {
        let _ = opened.recv();
        Slice::Done
    })
    .unwrap();
    while pool.lock().queues[lane as usize].running != 1 {
        thread::yield_now();
    }
    gate
}

#[test]
fn lanes_do_not_wait_for_each_other() {
    let pool = Pool::start(1).unwrap();
    let gates: Vec<_> = Lane::ALL.into_iter().skip(1).map(|lane| close_gate(&pool, lane)).collect();
    let (sender, answer) = mpsc::channel();
    pool.add(Lane::ALL[0], "visitor", move |_| {
        sender.send(()).unwrap();
        Slice::Done
    })
    .unwrap();
    answer.recv().unwrap();
    drop(gates);
    pool.stop();
}

#[test]
fn bots_that_think_long_are_not_in_the_lane_of_others() {
    for quick in ["random", "greedy", "level1", "level4"] {
        assert_eq!(Lane::of_bot(quick), Lane::QuickBot);
    }
    for strong in ["level5", "level7"] {
        assert_eq!(Lane::of_bot(strong), Lane::StrongBot);
    }
    assert_eq!([Lane::of_bot("level8"), Lane::of_bot("perfect")], [Lane::DeepBot; 2]);
}

#[tokio::test]
async fn a_visitor_waits_for_one_job_of_another_and_not_for_all() {
    let pool = Pool::start(1).unwrap();
    let gate = close_gate(&pool, Lane::Request);
    let order = Arc::new(Mutex::new(Vec::new()));
    let run = |visitor: &'static str| {
        let (pool, order) = (Arc::clone(&pool), Arc::clone(&order));
        async move { pool.run(Lane::Request, visitor, move || order.lock().unwrap().push(visitor)).await }
    };
    let greedy = futures_util::future::join_all((0..50).map(|_| run("greedy")));
    // The futures are polled in this order: all jobs of the greedy visitor wait when the other one arrives.
    let (greedy, modest, ()) = tokio::join!(greedy, run("modest"), async { drop(gate) });
    assert!(modest.is_ok() && greedy.iter().all(Result::is_ok));
    assert_eq!(order.lock().unwrap().iter().position(|visitor| *visitor == "modest"), Some(1));
    pool.stop();
}

#[tokio::test]
async fn a_visitor_has_a_limit_of_their_own() {
    let pool = Pool::start(1).unwrap();
    let gate = close_gate(&pool, Lane::Puzzle);
    let most = Lane::Puzzle.max_jobs_per_client();
    let jobs = |visitor: &'static str, count: usize| {
        futures_util::future::join_all((0..count).map(|_| pool.run(Lane::Puzzle, visitor, || ())))
    };
    let (greedy, modest, ()) =
        tokio::join!(jobs("greedy", most + 5), jobs("modest", 5), async { drop(gate) });
    assert_eq!(greedy.iter().filter(|result| **result == Err(NoResult::NotRun)).count(), 5);
    assert!(modest.iter().all(Result::is_ok));
    pool.stop();
}

#[tokio::test]
async fn a_job_without_a_result_says_why_and_one_that_is_not_awaited_does_not_run() {
    let pool = Pool::start(1).unwrap();
    let failed = pool.run(Lane::Picture, "a", || panic!("on purpose")).await;
    assert_eq!(failed, Err::<(), _>(NoResult::Failed));
    let gate = close_gate(&pool, Lane::Picture);
    let ran = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ran);
    // The future is polled once and dropped.
    let abandoned = pool.run(Lane::Picture, "a", move || flag.store(true, Ordering::Relaxed)).now_or_never();
    assert!(abandoned.is_none());
    let ((), last) = tokio::join!(async { drop(gate) }, pool.run(Lane::Picture, "a", || ()));
    assert!(last.is_ok() && !ran.load(Ordering::Relaxed));
    pool.stop();
}
