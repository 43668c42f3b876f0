import type { RegistryConfig } from './src/index.ts';

export default {
  producers: [
    { name: 'noaa-import', subject: 'weather.daily', writes: [1] },
    { name: 'gateway-export', subject: 'training.example', writes: [3, 4] },
  ],
  consumers: [
    {
      name: 'weather-trainer',
      kind: 'trainer',
      subject: 'weather.daily',
      reads: { from: 1, to: 1 },
      purpose: 'trains the rain classifier',
    },
    {
      name: 'outcome-collator',
      kind: 'collator',
      subject: 'training.example',
      reads: { from: 3, to: 4 },
      purpose: 'batches latency and outcome',
    },
    {
      name: 'outcome-trainer',
      kind: 'trainer',
      subject: 'training.example',
      reads: { from: 3, to: 3 },
      purpose: 'trains the outcome model on latency in seconds',
    },
  ],
} satisfies RegistryConfig;
