// The pace of a game: the moves of bots come slowly enough to be seen, one after the other.

/** How long after a change of the board the move of a bot is shown at the earliest. */
const BOT_DELAY_MS = 400;
/** The time between two moves when a game is played back. */
const STEP_MS = 800;
const SPEEDS = [1, 2, 4, 0.5];

/** Shows changes one after the other, those by bots after a pause. */
export class Pace {
  /** @type {Promise<unknown>} */
  #jobs = Promise.resolve();
  #changed = 0;

  /** The board has changed. */
  touch() {
    this.#changed = performance.now();
  }

  /**
   * Does a job after all others, and after a pause if it shows the move of a bot.
   * @param {() => boolean} isBotMove judged when its turn has come
   * @param {() => Promise<unknown>} job
   */
  add(isBotMove, job) {
    this.#jobs = this.#jobs.then(async () => {
      const wait = isBotMove() ? this.#changed + BOT_DELAY_MS - performance.now() : 0;
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      await job();
    });
    return this.#jobs;
  }
}

/** Plays the moves of a game back, until it has caught up. */
export class Playback {
  #timer = 0;
  #speed = 0;
  isRunning = false;

  /** @param {() => Promise<boolean>} step shows the next move; whether there is another one */
  constructor(step) {
    this.step = step;
  }

  /** How many times faster than usual. */
  get speed() {
    return SPEEDS[this.#speed];
  }

  faster() {
    this.#speed = (this.#speed + 1) % SPEEDS.length;
  }

  start() {
    this.isRunning = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      if (!this.isRunning) return;
      if (await this.step()) this.start();
    }, STEP_MS / this.speed);
  }

  stop() {
    this.isRunning = false;
    clearTimeout(this.#timer);
  }
}
