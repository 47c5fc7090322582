/** How much disk space the logs of executions may take, each and together. */

const MIB = 1024 * 1024;
const ONE_MIB = 256;
const ALL_MIB = 2048;

export interface LogLimits {
  readonly oneBytes: number;
  readonly allBytes: number;
}

/** Megabytes from the environment; anything but a positive number gives the default. */
export function logLimits(env: NodeJS.ProcessEnv): LogLimits {
  return {
    oneBytes: megabytesOf(env.SYNAPSE_EXECUTION_LOG_MB, ONE_MIB) * MIB,
    allBytes: megabytesOf(env.SYNAPSE_EXECUTION_LOGS_MB, ALL_MIB) * MIB,
  };
}

function megabytesOf(text: string | undefined, fallback: number): number {
  const megabytes = Number(text);
  return text && Number.isFinite(megabytes) && megabytes > 0 ? megabytes : fallback;
}
