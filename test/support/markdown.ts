/** Reads the project's Markdown files: code blocks, links, headings and inline code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MarkdownFile {
  /** Relative to the project, with forward slashes. */
  path: string;
  text: string;
}

export interface CodeBlock {
  path: string;
  language: string;
  text: string;
}

const fence = /^```(\w*)\n([^]*?)^```$/gm;

function readFolder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

/** Every Markdown file of the project. */
export function readMarkdown(): MarkdownFile[] {
  return [...readdirSync('.'), ...readFolder('docs'), ...readFolder('src')]
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));
}

export function codeBlocksOf({ path, text }: MarkdownFile): CodeBlock[] {
  return [...text.matchAll(fence)].map(([, language = '', code = '']) => ({ path, language, text: code }));
}

const withoutBlocks = ({ text }: MarkdownFile): string => text.replaceAll(fence, '');

/** The targets of links and images, unresolved. */
export function linksOf(file: MarkdownFile): string[] {
  return [...withoutBlocks(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

export function inlineCodeOf(file: MarkdownFile): string[] {
  return [...withoutBlocks(file).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** The anchors that GitHub generates for headings: lower case, no punctuation, hyphens for blanks. */
export function anchorsOf(file: MarkdownFile): string[] {
  return [...withoutBlocks(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
