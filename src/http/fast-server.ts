/**
 * The HTTP server for an Express application. Express changes the prototype of every request and response with
 * Object.setPrototypeOf, which takes most of the time of a small request. Here Node creates both with Express's
 * members, so that the call changes nothing: without it, every route has half its rate. It uses public members only, and is
 * a stock server if Express is not as it knows it.
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
 * Node hands the connection of any request with an Upgrade header to the listener of `upgrade`, which knows WebSocket
 * only and closes others. Here other protocols are ignored (RFC 9110, section 7.8), so that clients that offer HTTP/2
 * (`Upgrade: h2c`) get their response.
 */
class UpgradableRequest extends IncomingMessage {
  // No private field: Node's constructor already assigns `upgrade`, before fields of subclasses exist.
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

/** Whether the prototypes of Express extend those of Node directly, so that copies of their members are complete. */
function areAsKnown({ request, response }: Prototypes): boolean {
  return (
    Object.getPrototypeOf(request) === IncomingMessage.prototype &&
    Object.getPrototypeOf(response) === ServerResponse.prototype
  );
}

/** Creates a server for this application, which may mount routers, but no other applications. */
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
