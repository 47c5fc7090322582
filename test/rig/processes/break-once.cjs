/** Loaded into a daemon with --require. Makes its first HTTP answer fail, as a bug would. */
const { ServerResponse } = require('node:http');

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = () => {
  ServerResponse.prototype.writeHead = writeHead;
  throw new Error('broken on purpose');
};
