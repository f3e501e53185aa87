/** The path of an attempt's payment page at a simulated provider. */
export const hostedPath = (provider: string, session: string): string => `/hosted/${provider}/${session}`;
