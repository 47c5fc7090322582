/** Which code runs a command; each is loaded only when it is typed. */

/** Takes the arguments and the options of the command, returns the exit code. */
// biome-ignore lint/suspicious/noExplicitAny: every command names the type of its own options, made from its table.
export type Run = (args: readonly string[], options: any) => Promise<number> | number;

type Loader = () => Promise<Run>;

const RUNS: Readonly<Record<string, Loader>> = {
  '<profile>': async () => (await import('../commands/agents/wrap.js')).runWrap,
  start: async () => (await import('../commands/agents/start.js')).runStart,
  attach: async () => (await import('../commands/agents/attach.js')).runAttach,
  keys: async () => (await import('../commands/agents/keys.js')).runKeys,
  list: async () => (await import('../commands/agents/list.js')).runList,
  status: async () => (await import('../commands/agents/status.js')).runStatus,
  logs: async () => (await import('../commands/agents/logs.js')).runLogs,
  screen: async () => (await import('../commands/agents/screen.js')).runScreen,
  stop: async () => (await import('../commands/agents/stop.js')).runStop,
  rename: async () => (await import('../commands/agents/rename.js')).runRename,
  pause: async () => (await import('../commands/agents/control.js')).runPause,
  resume: async () => (await import('../commands/agents/control.js')).runResume,
  answer: async () => (await import('../commands/agents/answer.js')).runAnswer,
  interrupt: async () => (await import('../commands/agents/control.js')).runInterrupt,
  send: async () => (await import('../commands/messages/send.js')).runSend,
  reply: async () => (await import('../commands/messages/reply.js')).runReply,
  'tasks list': async () => (await import('../commands/messages/tasks.js')).runTasksList,
  'tasks wait': async () => (await import('../commands/messages/tasks.js')).runTasksWait,
  'tasks cancel': async () => (await import('../commands/messages/tasks.js')).runTasksCancel,
  show: async () => (await import('../commands/messages/show.js')).runShow,
  inbox: async () => (await import('../commands/messages/inbox.js')).runInbox,
  history: async () => (await import('../commands/messages/history.js')).runHistory,
  broadcast: async () => (await import('../commands/messages/broadcast.js')).runBroadcast,
  'profiles list': async () => (await import('../commands/setup/profiles.js')).runProfilesList,
  'profiles show': async () => (await import('../commands/setup/profiles.js')).runProfilesShow,
  'profiles test': async () => (await import('../commands/setup/profiles-test.js')).runProfilesTest,
  'profiles path': async () => (await import('../commands/setup/profiles.js')).runProfilesPath,
  'token create': async () => (await import('../commands/messages/token.js')).runTokenCreate,
  'token list': async () => (await import('../commands/messages/token.js')).runTokenList,
  'token revoke': async () => (await import('../commands/messages/token.js')).runTokenRevoke,
  'project create': async () => (await import('../commands/team/project.js')).runProjectCreate,
  'project list': async () => (await import('../commands/team/project.js')).runProjectList,
  'project show': async () => (await import('../commands/team/project.js')).runProjectShow,
  'agent add': async () => (await import('../commands/team/agent.js')).runAgentAdd,
  'agent list': async () => (await import('../commands/team/agent.js')).runAgentList,
  'agent tree': async () => (await import('../commands/team/agent.js')).runAgentTree,
  'agent remove': async () => (await import('../commands/team/agent.js')).runAgentRemove,
  'agent passkey': async () => (await import('../commands/team/agent.js')).runAgentPasskey,
  'work create': async () => (await import('../commands/work/work.js')).runWorkCreate,
  'work list': async () => (await import('../commands/work/work.js')).runWorkList,
  'work show': async () => (await import('../commands/work/work-show.js')).runWorkShow,
  'work status': async () => (await import('../commands/work/work.js')).runWorkStatus,
  'work assign': async () => (await import('../commands/work/work.js')).runWorkAssign,
  'work approve': async () => (await import('../commands/work/work.js')).runWorkApprove,
  'work reject': async () => (await import('../commands/work/work.js')).runWorkReject,
  'delegation list': async () => (await import('../commands/work/delegation.js')).runDelegationList,
  'execution list': async () => (await import('../commands/work/execution.js')).runExecutionList,
  'execution log': async () => (await import('../commands/work/execution.js')).runExecutionLog,
  'conversation list': async () => (await import('../commands/team/conversation.js')).runConversationList,
  'conversation show': async () => (await import('../commands/team/conversation.js')).runConversationShow,
  up: async () => (await import('../commands/team/up.js')).runUp,
  down: async () => (await import('../commands/team/down.js')).runDown,
  tool: async () => (await import('../commands/team/tool.js')).runTool,
  doctor: async () => (await import('../commands/setup/doctor.js')).runDoctor,
  prune: async () => (await import('../commands/setup/prune.js')).runPrune,
  demo: async () => (await import('../commands/setup/demo.js')).runDemo,
  completion: async () => (await import('../commands/setup/completion.js')).runCompletion,
};

export function loadRun(path: string): Promise<Run> {
  const load = RUNS[path];
  if (!load) throw new Error(`nothing runs "synapse ${path}"`);
  return load();
}
