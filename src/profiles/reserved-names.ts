/** The words of the command line. No profile may have one as its name, because `synapse <profile>` starts a profile. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  `agent answer ask attach
   bridge broadcast
   completion config conversation
   delegation demo doctor down
   execution external
   feed
   help history host human
   inbox init interrupt
   keys kill
   list logs ls
   mcp
   notify
   pause profiles project prune ps
   rename reply restart resume rm
   say screen send serve show start status stop
   tasks team token tool
   up
   version
   web whoami work`.split(/\s+/),
);
