import { uploadLimits } from '@netward/contract/field-rules'
import { useApi } from './use-api.ts'

const aMinute = 60_000

/**
 * Upload limits in megabytes for images and other files: the specification's until the installation's are
 * loaded.
 */
export function useUploadLimits(): { image: number; file: number } {
  const { data } = useApi('GET /api/v1/settings/applied', {}, { staleTime: aMinute })
  return { image: data?.imageLimit ?? uploadLimits.image, file: data?.fileLimit ?? uploadLimits.file }
}
