/** Responses of supertest, as the tests of http/ and account/ read them. */
import type request from 'supertest';

/** The first cookie of this name that a response sets, as `name=value`; undefined if it sets none. */
export function cookieOf(response: request.Response, name: string): string | undefined {
  const set = response.headers['set-cookie'] as unknown as string[] | undefined;
  return set?.find((line) => line.startsWith(`${name}=`))?.split(';')[0];
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  body: unknown;
}

/** A response whose body has no known type. */
export async function responseOf(test: PromiseLike<request.Response>): Promise<ApiResponse> {
  const { status, headers, text, body } = (await test) as ApiResponse;
  return { status, headers, text, body };
}
