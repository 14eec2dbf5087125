/**
 * The HTTP server for an Express application. Express gives every request and response its own prototype with
 * Object.setPrototypeOf, which costs it most of a small request. Here node makes them with Express's members to
 * begin with, so that the call changes nothing.
 */
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import express, { type Express } from 'express';

function copyMembers(from: object, to: object): void {
  for (const key of Reflect.ownKeys(from)) {
    const member = Object.getOwnPropertyDescriptor(from, key);
    if (member !== undefined) Object.defineProperty(to, key, member);
  }
}

/** A server for this application; routers may be mounted in it, further applications may not. */
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
