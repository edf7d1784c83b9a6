/** Plays scenes over connections to a server, and judges what it answers. */
import { machineTimers, machineWall } from '#clock';
import { chunksOf, judge } from '../../test/support/fuzz/judge.ts';
import { RawConnection, type RawAnswer } from '../../test/support/fuzz/raw-http.ts';
import type { FuzzRequest } from '../../test/support/fuzz/request.ts';
import type { Scene } from '../../test/support/fuzz/scenes.ts';

/** How long an answer may take, ms. Behind something slow it takes its time. */
const timeoutMs = 60_000;
/** After this time the client leaves whose answer may take as long as it likes, ms. */
const abandonMs = 2000;

/** One client, with the connection that the last scene left. */
export class ScenePlayer {
  readonly #port: number;
  #connection: RawConnection | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** @throws {Error} when what comes of it is not what has to come of it */
  async play(scene: Scene): Promise<void> {
    const connection = this.#fit(scene);
    // Where an answer is wrong, nothing is known of what follows it.
    this.#connection = undefined;
    const isFit = await this.#playOn(connection, scene).finally(() => {
      if (scene.ending === 'reset') connection.reset();
    });
    if (isFit && !connection.isOver) this.#connection = connection;
    else connection.destroy();
  }

  close(): void {
    this.#connection?.destroy();
  }

  #fit({ ending, isLong }: Scene): RawConnection {
    const kept = this.#connection;
    const isUsual = ending === 'stay' && !isLong;
    if (isUsual && kept !== undefined && !kept.isOver) return kept;
    kept?.destroy();
    return new RawConnection(this.#port, { timeoutMs: isLong ? abandonMs : timeoutMs });
  }

  /** Whether the connection may be used again. */
  async #playOn(connection: RawConnection, scene: Scene): Promise<boolean> {
    const { pieces, ending, asked, isLong } = scene;
    const [first, ...others] = pieces;
    connection.send(first!);
    for (const piece of others) {
      await machineTimers().turn();
      connection.send(piece);
    }
    if (ending === 'reset') {
      await connection.connected();
      return false;
    }
    if (ending === 'finish') connection.finish();
    if (asked.length === 0) {
      await judgeAll(connection);
      return false;
    }
    for (const request of asked) {
      const began = machineWall.now();
      const answer = await connection.receive(request.method === 'HEAD');
      if (answer === undefined) {
        if (isLong && machineWall.now() - began >= abandonMs) return false;
        throw new Error(`no answer after ${Math.round(machineWall.now() - began)} ms`);
      }
      if (isUpgraded(answer)) return false;
      judge(request, answer);
      if (isLast(answer)) return false;
    }
    return !isLong;
  }
}

/** Whatever comes until the end of the connection. */
async function judgeAll(connection: RawConnection): Promise<void> {
  for (;;) {
    const answer = await connection.receive();
    if (answer === undefined || isUpgraded(answer)) return;
    if (!isBareRefusal(answer)) judge(anything, answer);
    if (isLast(answer)) return;
  }
}

/** What is not HTTP is rejected without an answer. */
function isBareRefusal({ status, body, isStream }: RawAnswer): boolean {
  const { length } = isStream ? chunksOf(body) : body;
  return length === 0 && status >= 400 && status < 500;
}

const anything: FuzzRequest = { method: 'GET', target: '', headers: [], body: Buffer.alloc(0) };

function isUpgraded({ status }: RawAnswer): boolean {
  return status === 101;
}

/** Whether nothing that can be distinguished follows. */
function isLast({ isStream, headers }: RawAnswer): boolean {
  return isStream || headers.get('connection')?.[0] === 'close';
}
