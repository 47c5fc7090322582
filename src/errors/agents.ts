/** Errors of agents: finding, naming, starting and driving them. */
import { entry, FAILED, list, NOT_FOUND, problemLines, USAGE } from './entry.js';

export const AGENT_ERRORS = {
  agent_not_found: entry(404, NOT_FOUND, 'There is no agent {target}.', 'Run `synapse list` to see all agents.'),
  ambiguous_target: entry(
    409,
    NOT_FOUND,
    (d) => `${d.target} matches several agents: ${list(d.matches)}.`,
    'Repeat the command with one of these ids.',
  ),
  agent_id_reserved: entry(
    400,
    USAGE,
    '{agent_id} cannot be an agent id: ids that end with .task or .chat are reserved for sessions.',
  ),
  name_taken: entry(409, FAILED, '{name} is already the name or id of {agent}.'),
  agent_already_running: entry(
    409,
    FAILED,
    '{agent} is already running (pid {pid}).',
    'Stop it with `synapse stop {agent}`, or choose another id with `--id`.',
  ),
  agent_not_running: entry(
    409,
    FAILED,
    '{agent} is not running.',
    'Start it with `synapse start`. Run `synapse list` to see which agents are running.',
  ),
  no_dialog: entry(
    409,
    FAILED,
    '{agent} is not asking anything right now.',
    'Run `synapse status {agent}` to see what it is doing.',
  ),
  dialog_changed: entry(
    409,
    FAILED,
    '{agent} is now asking something else. Nothing was answered.',
    'Run `synapse answer {agent}` to see the current question.',
  ),
  profile_not_found: entry(
    404,
    NOT_FOUND,
    'There is no profile {profile}.',
    'Run `synapse profiles` to list all profiles.',
  ),
  profile_invalid: entry(
    400,
    USAGE,
    (d) => `The profile ${d.profile} is not valid:${problemLines(d.problems)}`,
    'Run `synapse profiles show shell` to see a complete profile.',
  ),
  program_not_found: entry(
    400,
    FAILED,
    'Cannot start the program {program}: {reason}.',
    'Install it, or check its name and your PATH. Run `synapse profiles` to see what each profile starts.',
  ),
  program_ended: entry(
    400,
    FAILED,
    'The program {program} exited immediately ({how}).{output}',
    'Run it by hand to see why. An agent must be a program that keeps running and reads its terminal.',
  ),
  interactive_shell_refused: entry(
    400,
    USAGE,
    '{program} is an interactive shell: it would execute every message it receives.',
    'Start a program instead (synapse start shell -- ./my-agent.sh), or add --allow-shell to start the shell anyway.',
  ),
  not_a_terminal: entry(
    400,
    USAGE,
    '{command} needs a terminal, but {stream} is not a terminal.',
    'To run it in the background: synapse start {profile}',
  ),
  port_taken: entry(
    409,
    FAILED,
    'Port {port} is in use by another program.',
    'Leave out `--port` to use the next free port.',
  ),
  daemon_failed_to_start: entry(
    500,
    FAILED,
    'The daemon of {agent} did not start: {reason}',
    'Run `synapse logs {agent}` to see its log, or `synapse doctor` to check the installation.',
  ),
  daemon_not_answering: entry(
    504,
    FAILED,
    'The daemon of {agent} is not responding: {reason}',
    'Run `synapse logs {agent}` to find out why, or `synapse stop {agent} --force` to end it.',
  ),
  native_module_broken: entry(
    500,
    FAILED,
    'A native module cannot be loaded: {reason}',
    'Install Synapse again with the version of Node.js that you use now (in a clone: npm ci).',
  ),
};
