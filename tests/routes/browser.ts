import { cookiesOf } from "../visitor/requests";
import { get, post, type Shown, shown } from "./site";

/** A browser that keeps its cookies. */
export class Browser {
  private readonly kept = new Map<string, string>();

  get cookie(): string {
    return [...this.kept].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Opens an address and follows the redirect that settles it. */
  async open(path: string): Promise<Shown> {
    const answer = await get(path, { cookie: this.cookie });
    this.keep(answer);
    const target = answer.headers.get("location");
    return target === null ? shown(answer) : this.open(target);
  }

  async send(path: string, fields: Record<string, string> | URLSearchParams): Promise<Response> {
    const answer = await post(path, fields, { cookie: this.cookie });
    this.keep(answer);
    return answer;
  }

  private keep({ headers }: Response): void {
    for (const cookie of cookiesOf(headers).split("; ").filter(Boolean)) {
      const [name = "", value = ""] = cookie.split(/=(.*)/s);
      if (value === "") this.kept.delete(name);
      else this.kept.set(name, value);
    }
  }
}
