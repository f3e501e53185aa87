import { isRouteErrorResponse } from "@remix-run/react";

/** What an error screen says, translated by the server. */
export interface ErrorWords {
  title: string;
  help: string;
  /** Names the address that was not found. */
  address?: string;
  /** The same page may work a moment later. */
  mayRetry: boolean;
}

const isErrorWords = (data: unknown): data is ErrorWords =>
  typeof data === "object" && data !== null && "title" in data && "help" in data;

/** The words of an error; undefined where a script has met it, or where it is none that a route has thrown. */
export const wordsIn = (error: unknown): ErrorWords | undefined =>
  isRouteErrorResponse(error) && isErrorWords(error.data) ? error.data : undefined;
