/** A server to be fuzzed, a connection to it, and the checks that see more than answers. */
import { machineWall, type Wall } from '#clock';
import { serverRig, type ServerRig } from '../server.ts';
import { judge, Misbehaviour } from './judge.ts';
import { RawConnection, type RawAnswer } from './raw-http.ts';
import { bytesOf, type FuzzRequest } from './request.ts';

/** No request waits here for future revisions. */
const hurried: Wall = { now: () => machineWall.now(), sleep: () => Promise.resolve() };

/** Objects that the server itself makes and keeps up to date, whatever is asked about them. */
const isKept = /flowschemas|prioritylevelconfigurations|apiservices/;

const writes: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

export class FuzzRig {
  readonly server: ServerRig;
  /** How many answers there were of each status. */
  readonly seen = new Map<number, number>();
  readonly #port: number;
  #connection: RawConnection | undefined;

  private constructor(server: ServerRig) {
    this.server = server;
    this.#port = server.listening.port;
  }

  static async start(): Promise<FuzzRig> {
    const features = {
      CronJobTimeZone: true,
      HPAScaleToZero: true,
      ServerSideFieldValidation: true,
    };
    return new FuzzRig(await serverRig({ wall: hurried, features }));
  }

  connect(): RawConnection {
    return new RawConnection(this.#port);
  }

  /** Sends a request and looks at what comes of it. @throws {Misbehaviour} or what else is wrong */
  async probe(request: FuzzRequest): Promise<RawAnswer> {
    const before = this.server.store.revision();
    const answer = await this.exchange(bytesOf(request), request.method === 'HEAD');
    this.seen.set(answer.status, (this.seen.get(answer.status) ?? 0) + 1);
    judge(request, answer);
    const written = this.server.store.revision() - before;
    const isOwed = mayWrite(request, answer) || isKept.test(request.target);
    if (written !== 0 && !isOwed && !(await this.#isCharge(request))) {
      throw new Misbehaviour(`wrote ${written} times, yet answered ${answer.status}`);
    }
    return answer;
  }

  /** Quotas are charged first; that a creation then fails is put right later, by a controller. */
  async #isCharge({ method, target }: FuzzRequest): Promise<boolean> {
    if (method !== 'POST' || target.includes('dryRun=All')) return false;
    const { store } = this.server;
    const { items } = await store.list('resourcequotas');
    const latest = String(store.revision());
    return items.some(({ metadata }) => metadata.resourceVersion === latest);
  }

  /** One request with its answer, over the connection that the last one left. */
  async exchange(bytes: Buffer, isHead = false): Promise<RawAnswer> {
    if (this.#connection === undefined || this.#connection.isOver)
      this.#connection = this.connect();
    const connection = this.#connection;
    connection.send(bytes);
    const answer = await connection.receive(isHead);
    if (answer === undefined) throw new Misbehaviour('no answer');
    const isLast = answer.isStream || answer.headers.get('connection')?.[0] === 'close';
    if (isLast) {
      connection.destroy();
      this.#connection = undefined;
    }
    return answer;
  }

  /** Watches that the server holds open, as its metrics tell. */
  async watchers(): Promise<number> {
    const head =
      'GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer admintoken\r\n\r\n';
    const { body } = await this.exchange(Buffer.from(head));
    return Number(/^apiserver_registered_watchers (\d+)$/m.exec(body.toString())?.[1]);
  }

  async close(): Promise<void> {
    this.#connection?.destroy();
    await this.server.close();
  }
}

function mayWrite(request: FuzzRequest, { status }: RawAnswer): boolean {
  const { method, target } = request;
  // Options in the body are all the options of a deletion, even if there are none in it.
  if (method === 'DELETE' && request.body.length > 0) return true;
  if (!writes.includes(method) || target.includes('dryRun=All')) return false;
  // What came before the one that failed has been deleted.
  if (method === 'DELETE') return true;
  return status < 400;
}
