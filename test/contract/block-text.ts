import { flowText, type Tree } from './written-contract.ts';

/**
 * The same document in lines, as people write it, with a comment here and there.
 *
 * @param choose  a number below the one given; it decides what is written in braces, what has a comment, and so on
 */
export function blockText(tree: Tree, choose: (below: number) => number, indent = ''): string {
  if (Array.isArray(tree) && tree.length > 0 && choose(3) > 0)
    return tree.map(item => `${indent}- ${blockItem(item, choose, `${indent}  `)}`).join('');
  if (isMap(tree) && Object.keys(tree).length > 0) return entriesText(tree, choose, indent);
  return `${indent}${flowText(tree)}\n`;
}

const isMap = (tree: Tree): tree is { readonly [key: string]: Tree } =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree);

const blockItem = (tree: Tree, choose: (below: number) => number, indent: string): string =>
  isMap(tree) && choose(4) > 0
    ? entriesText(tree, choose, indent)
        .replace(/^(?: *#.*)?\n/, '')
        .slice(indent.length)
    : `${flowText(tree)}${comment(choose)}\n`;

function entriesText(
  tree: { readonly [key: string]: Tree },
  choose: (below: number) => number,
  indent: string,
): string {
  return Object.entries(tree)
    .map(([key, value]) => {
      const above = choose(8) === 0 ? `${indent}# of ${key}\n` : choose(30) === 0 ? '\n' : '';
      const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
      return isBlock && choose(3) > 0
        ? `${above}${indent}${key}:${comment(choose)}\n${blockText(value, choose, `${indent}  `)}`
        : `${above}${indent}${key}: ${flowText(value)}${comment(choose)}\n`;
    })
    .join('');
}

const comment = (choose: (below: number) => number): string => (choose(6) === 0 ? ' # why: {so}' : '');
