import { useApi } from './use-api.ts'

/** Whether licence files alone grant quotas here: then nothing is granted in the console. */
export function useLicensedByFiles(): boolean {
  return useApi('GET /api/v1/licence/mode', {}, { staleTime: 3_600_000 }).data?.mode === 'files'
}
