import type { Grant } from '../service/access/principal.ts';

/** `producer of training.example, weather.daily`. */
export const grantText = ({ role, subjects }: Grant): string =>
  `${role} of ${subjects === 'all' ? 'all subjects' : subjects.join(', ')}`;
