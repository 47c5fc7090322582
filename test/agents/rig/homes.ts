/** A home folder per agent in which it starts without questions, credentials or anything from outside. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anthropic } from '../servers/anthropic.js';
import { chat } from '../servers/chat.js';
import { gemini } from '../servers/gemini.js';
import { type Dialect, type FakeModel, startModel } from '../servers/model.js';
import { responses } from '../servers/responses.js';
import { type AgentName, cacheFolder, install } from './install.js';

export interface AgentHome {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where it runs, inside its home. */
  readonly cwd: string;
  readonly dir: string;
  readonly model: FakeModel;
  close(): Promise<void>;
}

/**
 * A shell command runs at once, or after the agent has asked, or at once in the agent's own sandbox where it has one.
 * With `own` nothing is said about it, except to opencode, which would never ask.
 */
type Tools = 'allow' | 'ask' | 'sandbox' | 'own';

export interface HomeOptions {
  readonly tools?: Tools;
  /** False shows the agent's question whether the folder is trusted. */
  readonly trusted?: boolean;
  /** Another version than the pinned one. */
  readonly program?: readonly string[];
  /** Vim keys in the input box, where that is a setting. */
  readonly vim?: boolean;
  /** Besides what every agent gets; what is empty is not set. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Situation {
  readonly dir: string;
  readonly cwd: string;
  readonly url: string;
  readonly tools: Tools;
  readonly trusted: boolean;
  readonly vim: boolean;
}

interface Setup {
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Relative to the home. */
  readonly files: Readonly<Record<string, string>>;
}

/** Not a real key: the fake models accept anything. */
const KEY = 'dummy-key-for-a-model-on-loopback';
const KEY_END = KEY.slice(-20);

const AGENTS: Readonly<
  Record<AgentName, { dialect: (tools: Tools) => Dialect; setup: (situation: Situation) => Setup }>
> = {
  claude: { dialect: () => anthropic, setup: claudeSetup },
  codex: { dialect: (tools) => responses({ asks: tools === 'ask' }), setup: codexSetup },
  gemini: { dialect: () => gemini, setup: geminiSetup },
  opencode: { dialect: () => chat, setup: opencodeSetup },
};

/** What a project may have, so that names of files in a message mean something. */
const PROJECT: Readonly<Record<string, string>> = {
  'demo/notes.md': 'Some notes of a person.\n',
  'demo/src/main.js': 'console.log(1);\n',
};

export async function openHome(
  name: AgentName,
  { tools = 'allow', trusted = true, vim = false, program: other, env: more = {} }: HomeOptions = {},
): Promise<AgentHome> {
  const [program, model] = await Promise.all([other ?? install(name), startModel(AGENTS[name].dialect(tools))]);
  const dir = makeFolder();
  const cwd = join(dir, 'demo');
  mkdirSync(cwd);
  const { args = [], env, files } = AGENTS[name].setup({ dir, cwd, url: model.url, tools, trusted, vim });
  for (const [path, content] of Object.entries({ ...PROJECT, ...files })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  return {
    command: [...program, ...args],
    env: withoutEmpty({ ...baseEnvironment(dir), ...env, ...more }),
    cwd,
    dir,
    model,
    async close() {
      await model.close();
      // The agent may still be writing its last output.
      rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Whether the agent asks before it runs a command. */
function asks(tools: Tools): boolean {
  return tools === 'ask' || tools === 'own';
}

/** Not in the folder for temporary files: Codex distrusts a home there, and lets its sandbox write to it. */
function makeFolder(): string {
  const homes = join(cacheFolder(), 'homes');
  mkdirSync(homes, { recursive: true });
  return mkdtempSync(join(homes, 'h'));
}

function withoutEmpty(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

function baseEnvironment(dir: string): Record<string, string> {
  return {
    HOME: dir,
    PATH: process.env.PATH ?? '',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    SHELL: '/bin/bash',
  };
}

function claudeSetup({ cwd, url, tools, trusted }: Situation): Setup {
  const project = { hasTrustDialogAccepted: trusted, hasCompletedProjectOnboarding: true };
  return {
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    files: {
      '.claude.json': JSON.stringify({
        hasCompletedOnboarding: true,
        theme: 'dark',
        customApiKeyResponses: { approved: [KEY_END], rejected: [] },
        projects: { [cwd]: project },
      }),
      // Newer ones decide by themselves whether to ask, unless they are told.
      '.claude/settings.json': JSON.stringify({ permissions: claudePermissions(tools) }),
    },
  };
}

function claudePermissions(tools: Tools): object {
  if (tools === 'ask') return { ask: ['Bash'] };
  // In its auto mode it sets aside what allows everything, and asks a server that is not there about the rest.
  return { allow: asks(tools) ? [] : ['Bash(*)', 'Bash(synapse:*)'] };
}

function codexSetup({ cwd, url, tools, trusted }: Situation): Setup {
  // If these are set, Codex does not ask about the folder.
  const limits = [
    `approval_policy = "${tools === 'ask' ? 'on-request' : 'never'}"`,
    `sandbox_mode = "${tools === 'allow' ? 'danger-full-access' : 'workspace-write'}"`,
  ];
  const config = [
    'model = "fake"',
    'model_provider = "mock"',
    'check_for_update_on_startup = false',
    ...(trusted && tools !== 'own' ? limits : []),
    '[model_providers.mock]',
    'name = "mock"',
    `base_url = "${url}/v1"`,
    'wire_api = "responses"',
    'env_key = "MOCK_API_KEY"',
    '[analytics]',
    'enabled = false',
    '[feedback]',
    'enabled = false',
    ...(trusted ? [`[projects."${cwd}"]`, 'trust_level = "trusted"'] : []),
  ];
  return {
    // Synapse has to see this one if it is to start a server of its own.
    args: tools === 'own' ? [] : ['--no-daemon'],
    env: { MOCK_API_KEY: KEY },
    // Without this it trusts any folder: it asks only about a repository.
    files: {
      '.codex/config.toml': `${config.join('\n')}\n`,
      ...(trusted ? {} : { 'demo/.git/HEAD': 'ref: refs/heads/main\n' }),
    },
  };
}

function geminiSetup({ url, tools, trusted, vim }: Situation): Setup {
  return {
    args: asks(tools) ? [] : ['--approval-mode', 'yolo'],
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: KEY, GEMINI_CLI_NO_RELAUNCH: '1' },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: !trusted } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, vimMode: vim },
        // With "Auto" it first asks a model which model to ask.
        model: { name: 'gemini-2.5-flash' },
      }),
    },
  };
}

function opencodeSetup({ url, tools }: Situation): Setup {
  const provider = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Mock',
    options: { baseURL: `${url}/v1`, apiKey: KEY },
    models: { fake: { name: 'Fake', tool_call: true, limit: { context: 200_000, output: 8_000 } } },
  };
  return {
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', npm_config_registry: url },
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        provider: { mock: provider },
        model: 'mock/fake',
        autoupdate: false,
        share: 'disabled',
        permission: tools === 'own' ? { '*': 'ask', bash: 'ask' } : { bash: asks(tools) ? 'ask' : 'allow' },
      }),
    },
  };
}
