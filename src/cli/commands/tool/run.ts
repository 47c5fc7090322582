/** `synapse tool`: calls a tool of the team with this session, or lists the tools. */
import { type Call, callDaemon } from '../../../a2a/local.js';
import { SynapseError } from '../../../errors.js';
import { TOOL_COMMAND as TEXTS } from '../../../i18n/said/tool-command.js';
import { told } from '../../../i18n/told.js';
import { nearest } from '../../../nearest.js';
import { readMessage } from '../../client/message-text.js';
import { findSender } from '../../client/sender.js';
import { helpWidth } from '../../print/layout.js';
import { colorsFor, table } from '../../print/output.js';
import { printLine, printNote, printRawJson } from '../../print/stdio.js';
import { toolHelp } from './help.js';
import { readToolWords, type ToolDescription, type ToolWords } from './words.js';

/** A tool may wait as long as it was asked to, up to a minute; its daemon gets this much more time to answer. */
const PATIENCE_MS = 15_000;
const LONGEST_WAIT_MS = 60_000;

export async function runTool(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  const { entry, home } = await findSender(undefined);
  const ask = (call: Call) => callDaemon(entry, home, call);
  const { tools } = (await ask({ path: '/tools' })) as { tools: ToolDescription[] };
  if (name === undefined || name === '--json') return list(tools, name === '--json');
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw unknownTool(name, tools);
  try {
    const { values, session, wantsHelp } = readToolWords(tool, rest, () => readMessage('-'));
    if (wantsHelp) {
      printLine(toolHelp(tool, helpWidth()));
      return 0;
    }
    const token = tool.permission === 'unauthenticated' ? null : (session ?? process.env.SYNAPSE_SESSION_TOKEN ?? null);
    const answer = await ask({
      path: `/tools/${name}`,
      body: { ...(token === null ? {} : { session_token: token }), ...values },
      timeoutMs: waitMs(values) + PATIENCE_MS,
      form: session === null ? 'command' : 'command_with_session',
    });
    printRawJson(answer);
    return 0;
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    // A caller of tools reads JSON, even when something goes wrong.
    printRawJson(error.toBody());
    printNote(`error: ${error.toText()}`);
    return error.exit;
  }
}

/** A wait that the tool will refuse counts as none. */
function waitMs({ timeout_seconds: seconds }: ToolWords['values']): number {
  return Number(seconds) > 0 ? Math.min(Number(seconds) * 1000, LONGEST_WAIT_MS) : 0;
}

async function list(tools: readonly ToolDescription[], json: boolean): Promise<number> {
  if (json) printRawJson({ tools });
  else {
    const rows = tools.map(({ name, permission, description }) =>
      [name, permission, description].map((text) => ({ text })),
    );
    printLine(
      table(
        [TEXTS.tool, TEXTS.requires, TEXTS.description].map((text) => told(text)),
        rows,
        await colorsFor(process.stdout),
      ),
    );
  }
  return 0;
}

function unknownTool(name: string, tools: readonly ToolDescription[]): SynapseError {
  const near = nearest(
    name,
    tools.map((tool) => tool.name),
  );
  const hint = near ? `Did you mean: synapse tool ${near}` : 'synapse tool';
  return new SynapseError('tool_not_registered', { tool: name }, { hint });
}
