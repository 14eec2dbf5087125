/**
 * The HTTP server for an Express application. Express changes the prototype of every request and response with
 * Object.setPrototypeOf, which takes most of the time of a small request. Here Node creates both with Express's
 * members, so that the call changes nothing.
 */
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import express, { type Express } from 'express';

function copyMembers(from: object, to: object): void {
  for (const key of Reflect.ownKeys(from)) {
    const member = Object.getOwnPropertyDescriptor(from, key);
    if (member !== undefined) Object.defineProperty(to, key, member);
  }
}

/** Creates a server for this application. The application may mount routers, but no other applications. */
export function createFastServer(app: Express): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  copyMembers(express.request, AppRequest.prototype);
  copyMembers(express.response, AppResponse.prototype);
  const ownApp = { value: app, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(AppRequest.prototype, 'app', ownApp);
  Object.defineProperty(AppResponse.prototype, 'app', ownApp);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}
