import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { RegistryClient } from '../../src/client/registry-client.ts';
import { parseRegistryUrl, shownUrl } from '../../src/client/registry-url.ts';

const at = (url: string, token?: string) => RegistryClient.at({ url, token, version: '1' });

describe('the address of a registry', () => {
  it.each([
    ['https://registry.example', 'https://registry.example'],
    ['https://proxy.example/assay/', 'https://proxy.example/assay'],
    ['http://127.0.0.1:8321', 'http://127.0.0.1:8321'],
    ['http://registry.example', 'http://registry.example'],
  ])('may be %s', (text, shown) => {
    const url = parseRegistryUrl(text);
    expect(url instanceof Fault ? url.message : shownUrl(url)).toBe(shown);
  });

  it.each([
    'registry.example',
    'ftp://registry.example',
    'https://user:secret@registry.example',
    'https://secret@registry.example',
    'https://registry.example/?token=secret',
    'https://registry.example/#secret',
    'https://',
    `https://registry.example/${'a'.repeat(3_000)}`,
  ])('is refused as %s, and not repeated', text => {
    const fault = parseRegistryUrl(text);
    expect(fault).toMatchObject({ code: 'REGISTRY_URL_INVALID', exit: 2 });
    expect((fault as Fault).message).not.toContain('secret');
  });

  it('is sent a token where nobody can read it on the way, and nowhere else', () => {
    for (const url of ['https://r.example', 'http://localhost:1', 'http://127.0.0.9:1', 'http://[::1]:1'])
      expect(at(url, 't')).toBeInstanceOf(RegistryClient);
    for (const url of ['http://r.example', 'http://127.0.0.1.r.example', 'http://localhost.r.example'])
      expect(at(url, 't')).toMatchObject({ code: 'REGISTRY_URL_INVALID' });
    expect(at('http://r.example')).toBeInstanceOf(RegistryClient);
  });

  it('is never left for another by what is asked below it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async subject => {
        const asked: string[] = [];
        const client = RegistryClient.at({
          url: 'https://r.example/below/',
          version: '1',
          fetch: async input => {
            asked.push(String(input));
            return Response.json({ subjects: [] });
          },
        });
        if (client instanceof Fault) throw client;
        await client.subject(subject.toWellFormed());
        for (const url of asked) expect(url).toMatch(/^https:\/\/r\.example\/below\/subjects\/[^/?#]+$/);
      }),
      { numRuns: 60 },
    );
  });
});
