import { type Act, OperatorError } from "./act";
import { noteShown } from "./audit";
import { books } from "./books";
import { end, refund } from "./change-order";
import { evidence } from "./evidence";
import { findOrders } from "./find-orders";
import { reconcile } from "./reconcile";
import { replay, resend } from "./send-again";
import { describeOrder, textOf } from "./show-order";
import { askedBy, type Command, confirm, readCommand, saidWhy, type Terminal, word } from "./terminal";
import { again, done, todo } from "./todo";
import { exportFile, importFile } from "./transfer";

/** @returns what is written, and the exit code, where that is not 0; undefined: it has written all itself */
type Run = (terminal: Terminal, command: Command) => Promise<string | { text: string; code: number } | undefined>;

const ABOUT_ORDERS: Readonly<Record<string, Run>> = {
  todo,
  order,
  evidence,
  refund: async (terminal, command) => {
    const [of, amount] = [word(command, 0, "order"), command.words[1]];
    const act = await refund(terminal.context, { of, amount, show: command.show });
    await noteWhereShown(terminal, command, [act]);
    return confirmed(terminal, command, act);
  },
  end: async (terminal, command) => {
    const of = word(command, 0, "subscription or order");
    const act = await end(terminal.context, { of, show: command.show });
    await noteWhereShown(terminal, command, [act]);
    return confirmed(terminal, command, act);
  },
  resend: async (terminal, command) => {
    const [of, kind] = [word(command, 0, "order"), word(command, 1, "kind: receipt or letter")];
    const act = await resend(terminal.context, { of, kind, show: command.show });
    await noteWhereShown(terminal, command, [act]);
    return announced(terminal, command, act);
  },
  replay: async (terminal, command) =>
    announced(terminal, command, await replay(terminal.context, word(command, 0, "event or account"))),
  again: async (terminal, command) => {
    const act = await again(terminal.context, word(command, 0, "refund, store report or webhook"));
    return act.money ? confirmed(terminal, command, act) : act.run(askedBy(command));
  },
  done: async (terminal, command) =>
    confirmed(terminal, command, await done(terminal.context, word(command, 0, "declaration"))),
};
const ABOUT_ALL: Readonly<Record<string, Run>> = { reconcile, books, import: importFile, export: exportFile };
const COMMANDS = { ...ABOUT_ORDERS, ...ABOUT_ALL };

export const OPERATOR_COMMANDS: readonly string[] = Object.keys(COMMANDS);

export const isOperatorCommand = (name: string): boolean => OPERATOR_COMMANDS.includes(name);

const USAGE = `npm run payments --
  todo                                            what waits for a person, the most urgent first
  order <number | address | a provider's id>      what is known of it; --show --by … --because … for whole addresses
  evidence <order | dispute> [folder] --by … --because …   writes what its buyer's bank may be shown
  refund <order> [amount] --by … --because …      gives all of it back and ends it, or an amount
  end <subscription | order> --by … --because …   ends its renewals; what is paid runs on
  resend <order> receipt | letter                 the last one, as it was
  replay <event | account>                        to the VPN's own servers
  again <refund | store report | webhook> --by … --because …  tries once more what was refused or given up
  done <declaration> --by … --because …           somebody has acted on it
  import <file> [--write --by … --because …]      subscriptions that were sold elsewhere; without --write a trial
  export <new file> --by … --because …            subscriptions, in the same form
  reconcile [day] [stripe | paypal | paddle]      compares a day, else yesterday, with the provider's books
  books <month> | --from <day> --to <day>         all money that moved, as CSV for the accountant
--yes <number> answers the question of refund, end, again, done and import. Addresses are masked without --show, which is written down.
`;

/**
 * One command of an operator, on the database of the running process, beside it: what it leaves to be done, that process does.
 * @returns the exit code: 0 done, 1 not done, or not as it should be, 2 not understood
 */
export async function runOperator(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const command = readCommand(args);
    const run = COMMANDS[command.name];
    if (run === undefined) {
      terminal.output.write(USAGE);
      return 2;
    }
    const result = await run(terminal, command);
    if (result === undefined) return 0;
    const { text, code } = typeof result === "string" ? { text: result, code: 0 } : result;
    terminal.output.write(`${text.trimEnd()}\n`);
    return code;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    terminal.errors.write(`${error.message}\n`);
    return 1;
  }
}

/** Of what moves money, ends something, or takes something off the list of what waits. */
const confirmed = async (terminal: Terminal, command: Command, act: Act): Promise<string> =>
  act.run(await confirm(terminal, command, act));

const announced = async ({ output }: Terminal, command: Command, act: Act & { announcement: string }) => {
  output.write(`${act.announcement}\n`);
  return act.run(askedBy(command));
};

/** Nothing is shown unless it is written down who looked, and why. */
async function noteWhereShown({ context }: Terminal, command: Command, about: readonly { orderId: string | null }[]) {
  if (!command.show) return;
  const asked = saidWhy(command);
  for (const { orderId } of about) if (orderId !== null) await noteShown(context, asked, orderId);
}

async function order(terminal: Terminal, command: Command): Promise<string> {
  const { context } = terminal;
  const orders = await findOrders(context.db, word(command, 0, "order, address or provider's id"));
  await noteWhereShown(
    terminal,
    command,
    orders.map(({ row }) => ({ orderId: row.id })),
  );
  const told = await Promise.all(orders.map((stored) => describeOrder(context, stored, command.show)));
  return told.map(textOf).join("\n");
}
