import { Hono } from 'hono';
import type { RegistryQueries } from '../service/registry-queries.ts';
import { pageIn, revisionIn, subjectIn, versionIn } from './parameters.ts';
import { answered, document, placed } from './reply.ts';

/** What the registry knows of its subjects now: every answer carries the seq it was true at. */
export const subjectRoutes = (queries: RegistryQueries): Hono =>
  new Hono()
    .get('/subjects', async c => document(c, answered(await queries.subjects())))
    .get('/subjects/:subject', async c => {
      const subject = answered(subjectIn(c));
      return placed(c, answered(await queries.subject(subject)));
    })
    .get('/subjects/:subject/state', async c => {
      const subject = answered(subjectIn(c));
      return placed(c, answered(await queries.state(subject)));
    })
    .get('/subjects/:subject/versions', async c => {
      const subject = answered(subjectIn(c));
      return placed(c, answered(await queries.versions(subject)));
    })
    .get('/subjects/:subject/versions/:version', async c => {
      const [subject, version] = [answered(subjectIn(c)), answered(versionIn(c))];
      return placed(c, answered(await queries.version(subject, version)));
    })
    .get('/subjects/:subject/revisions', async c => {
      const subject = answered(subjectIn(c));
      return placed(c, answered(await queries.revisions(subject)));
    })
    .get('/subjects/:subject/revisions/:revision', async c => {
      const [subject, revision] = [answered(subjectIn(c)), answered(revisionIn(c))];
      return placed(c, answered(await queries.revision(subject, revision)));
    })
    .get('/subjects/:subject/journal', async c => {
      const [subject, page] = [answered(subjectIn(c)), answered(pageIn(c))];
      const { next, ...journal } = answered(await queries.journal(subject, page));
      const link = next === null ? null : `/subjects/${subject}/journal?from=${next}&limit=${page.limit}`;
      return placed(c, { ...journal, next: link });
    });
