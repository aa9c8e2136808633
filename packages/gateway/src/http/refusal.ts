/** Why a request is not answered. The message is for whoever sent it: it holds nothing they did not send or may not know. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown on the way in; whoever started on the request answers with it. */
export class Refused extends Error implements Refusal {
  override readonly name = 'Refused';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, message, headers = {} }: Refusal) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** For a refusal that holds only for now. */
export function tryAgainIn(seconds: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(seconds) };
}
