const EMAIL = /^[\p{L}\p{N}_.+-]+@([a-z0-9-]+\.)+[a-z]{2,}$/iu;

/** Whether mail can be sent to this address; accepts more than the site's forms do. */
export const isEmail = (text: string): boolean => EMAIL.test(text);
