/** Which code runs a command; each is loaded only when it is typed. */

/** Takes the arguments and the options of the command, returns the exit code. */
// biome-ignore lint/suspicious/noExplicitAny: every command names the type of its own options, made from its table.
export type Run = (args: readonly string[], options: any) => Promise<number> | number;

type Loader = () => Promise<Run>;

const RUNS: Readonly<Record<string, Loader>> = {
  '<profile>': async () => (await import('./commands/wrap.js')).runWrap,
  start: async () => (await import('./commands/start.js')).runStart,
  attach: async () => (await import('./commands/attach.js')).runAttach,
  keys: async () => (await import('./commands/keys.js')).runKeys,
  list: async () => (await import('./commands/list.js')).runList,
  status: async () => (await import('./commands/status.js')).runStatus,
  logs: async () => (await import('./commands/logs.js')).runLogs,
  screen: async () => (await import('./commands/screen.js')).runScreen,
  stop: async () => (await import('./commands/stop.js')).runStop,
  rename: async () => (await import('./commands/rename.js')).runRename,
  pause: async () => (await import('./commands/control.js')).runPause,
  resume: async () => (await import('./commands/control.js')).runResume,
  answer: async () => (await import('./commands/answer.js')).runAnswer,
  interrupt: async () => (await import('./commands/control.js')).runInterrupt,
  send: async () => (await import('./commands/send.js')).runSend,
  reply: async () => (await import('./commands/reply.js')).runReply,
  'tasks list': async () => (await import('./commands/tasks.js')).runTasksList,
  'tasks wait': async () => (await import('./commands/tasks.js')).runTasksWait,
  'tasks cancel': async () => (await import('./commands/tasks.js')).runTasksCancel,
  show: async () => (await import('./commands/show.js')).runShow,
  inbox: async () => (await import('./commands/inbox.js')).runInbox,
  history: async () => (await import('./commands/history.js')).runHistory,
  broadcast: async () => (await import('./commands/broadcast.js')).runBroadcast,
  'profiles list': async () => (await import('./commands/profiles.js')).runProfilesList,
  'profiles show': async () => (await import('./commands/profiles.js')).runProfilesShow,
  'profiles test': async () => (await import('./commands/profiles-test.js')).runProfilesTest,
  'profiles path': async () => (await import('./commands/profiles.js')).runProfilesPath,
  'token create': async () => (await import('./commands/token.js')).runTokenCreate,
  'token list': async () => (await import('./commands/token.js')).runTokenList,
  'token revoke': async () => (await import('./commands/token.js')).runTokenRevoke,
  'project create': async () => (await import('./commands/project.js')).runProjectCreate,
  'project list': async () => (await import('./commands/project.js')).runProjectList,
  'project show': async () => (await import('./commands/project.js')).runProjectShow,
  'agent add': async () => (await import('./commands/agent.js')).runAgentAdd,
  'agent list': async () => (await import('./commands/agent.js')).runAgentList,
  'agent tree': async () => (await import('./commands/agent.js')).runAgentTree,
  'agent remove': async () => (await import('./commands/agent.js')).runAgentRemove,
  'agent passkey': async () => (await import('./commands/agent.js')).runAgentPasskey,
  'work create': async () => (await import('./commands/work.js')).runWorkCreate,
  'work list': async () => (await import('./commands/work.js')).runWorkList,
  'work show': async () => (await import('./commands/work-show.js')).runWorkShow,
  'work status': async () => (await import('./commands/work.js')).runWorkStatus,
  'work assign': async () => (await import('./commands/work.js')).runWorkAssign,
  'work approve': async () => (await import('./commands/work.js')).runWorkApprove,
  'work reject': async () => (await import('./commands/work.js')).runWorkReject,
  'delegation list': async () => (await import('./commands/delegation.js')).runDelegationList,
  'execution list': async () => (await import('./commands/execution.js')).runExecutionList,
  'execution log': async () => (await import('./commands/execution.js')).runExecutionLog,
  'conversation list': async () => (await import('./commands/conversation.js')).runConversationList,
  'conversation show': async () => (await import('./commands/conversation.js')).runConversationShow,
  up: async () => (await import('./commands/up.js')).runUp,
  down: async () => (await import('./commands/down.js')).runDown,
  tool: async () => (await import('./commands/tool.js')).runTool,
  doctor: async () => (await import('./commands/doctor.js')).runDoctor,
  prune: async () => (await import('./commands/prune.js')).runPrune,
  demo: async () => (await import('./commands/demo.js')).runDemo,
  completion: async () => (await import('./commands/completion.js')).runCompletion,
};

export function loadRun(path: string): Promise<Run> {
  const load = RUNS[path];
  if (!load) throw new Error(`nothing runs "synapse ${path}"`);
  return load();
}
