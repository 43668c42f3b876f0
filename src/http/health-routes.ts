import { Hono } from 'hono';
import type { RegistryQueries } from '../service/registry-queries.ts';
import { answered, document } from './reply.ts';

export const healthRoutes = (queries: RegistryQueries): Hono =>
  new Hono().get('/health', async c => document(c, answered(await queries.health())));
