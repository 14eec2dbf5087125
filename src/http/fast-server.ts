/**
 * Express changes the prototype of every request and response, which takes most of the time of a small one. Here Node
 * creates both with Express's members, so that the call changes nothing. If Express is not as expected, this is a stock
 * server.
 */
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import express, { type Express } from 'express';

function copyMembers(from: object, to: object): void {
  for (const key of Reflect.ownKeys(from)) {
    const member = Object.getOwnPropertyDescriptor(from, key);
    if (member !== undefined) Object.defineProperty(to, key, member);
  }
}

/**
 * Node hands any request with an Upgrade header to the listener of `upgrade`, which closes other protocols than
 * WebSocket. They must be ignored (RFC 9110, section 7.8): clients offer HTTP/2 (`Upgrade: h2c`).
 */
class UpgradableRequest extends IncomingMessage {
  // No private field: Node's constructor assigns `upgrade` before fields of subclasses exist.
  declare isUpgrade: boolean;

  get upgrade(): boolean {
    return (
      this.isUpgrade && (this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket')
    );
  }

  set upgrade(isUpgrade: boolean) {
    this.isUpgrade = isUpgrade;
  }
}

interface Prototypes {
  request: object;
  response: object;
}

/** Copies of the members of Express are complete only if its prototypes extend those of Node directly. */
function areAsKnown({ request, response }: Prototypes): boolean {
  return (
    Object.getPrototypeOf(request) === IncomingMessage.prototype &&
    Object.getPrototypeOf(response) === ServerResponse.prototype
  );
}

/** The application may mount routers, but no other applications. */
export function createFastServer(app: Express, prototypes: Prototypes = express): Server {
  if (!areAsKnown(prototypes)) return createServer({ IncomingMessage: UpgradableRequest }, app);
  class AppRequest extends UpgradableRequest {}
  class AppResponse extends ServerResponse<AppRequest> {}
  copyMembers(prototypes.request, AppRequest.prototype);
  copyMembers(prototypes.response, AppResponse.prototype);
  const ownApp = { value: app, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(AppRequest.prototype, 'app', ownApp);
  Object.defineProperty(AppResponse.prototype, 'app', ownApp);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}
