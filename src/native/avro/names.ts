/** Whether a text is a name, with or without a namespace before it. */
export const isFullName = (text: string): boolean => text.split('.').every(isName);

export const isName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);

/** A name where it is written: with a dot it is whole, without one it takes the namespace it stands in. */
export const fullName = (name: string, namespace: string): string =>
  name.includes('.') || namespace === '' ? name : `${namespace}.${name}`;

export const namespaceOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));
