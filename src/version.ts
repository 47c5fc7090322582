/** The version of Synapse. The build takes it from package.json. */
declare const __SYNAPSE_VERSION__: string | undefined;

export const VERSION: string = typeof __SYNAPSE_VERSION__ === 'string' ? __SYNAPSE_VERSION__ : '0.0.0-unbuilt';
