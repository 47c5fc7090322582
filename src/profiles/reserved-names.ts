/** The words of the command line. No profile may have one as its name, because `synapse <profile>` starts a profile. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  `agent answer attach broadcast completion conversation delegation demo doctor down execution help history human inbox init
   interrupt keys list logs mcp pause profiles project prune rename reply resume screen send show start status stop
   tasks token tool up whoami work`.split(/\s+/),
);
