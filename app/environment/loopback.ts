/** The names of this machine for itself, as hosts are written in addresses. */
export const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

const LOOPBACK = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a host, without its port, is this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);
