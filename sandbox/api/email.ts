const EMAIL = /^[\p{L}\p{N}_.+-]+@([a-z0-9-]+\.)+[a-z]{2,}$/iu;

/** Whether mail could be sent there, which is more than the site lets buyers type. */
export const isEmail = (text: string): boolean => EMAIL.test(text);
