import type { EndpointOutput } from '@netward/contract'
import { useRef, useState } from 'react'
import { api, apiUpload } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-errors.ts'
import { Sha256 } from '../../lib/sha256.ts'

type Upload = EndpointOutput<'POST /ota/api/v2/ota/firmware/:firmwareId/upload'>

export type PartUploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'paused'; readonly share: number }
  | { readonly kind: 'checking' }

/**
 * Uploads a file in parts and resumes after a pause, a lost connection or a page reload. The SHA-256 covers
 * the bytes that the browser reads, so the server detects damage in transit.
 */
export function usePartUpload(firmwareId: string) {
  const [state, setState] = useState<PartUploadState>({ kind: 'idle' })
  const pausing = useRef<AbortController | null>(null)

  /** True if complete; false if paused. */
  const send = async (file: File): Promise<boolean> => {
    const control = new AbortController()
    pausing.current = control
    const options = { errors: 'caller', signal: control.signal } as const
    let upload: Upload | null = null
    const shareOf = (bytes: number) => Math.min(1, bytes / file.size)
    try {
      const key = 'POST /ota/api/v2/ota/firmware/:firmwareId/upload'
      upload = await api(key, { firmwareId, fileName: file.name, size: file.size }, options)
      const { id: uploadId, partBytes } = upload
      const hash = new Sha256()
      for (let at = 0; at < file.size; at += partBytes) {
        const part = file.slice(at, at + partBytes)
        hash.update(new Uint8Array(await part.arrayBuffer()))
        if (control.signal.aborted) break
        if (at < upload.received) continue
        setState({ kind: 'sending', share: shareOf(at) })
        upload = await apiUpload(
          'POST /ota/api/v2/ota/upload/:uploadId/part/:offset',
          new File([part], 'part'),
          { uploadId, offset: String(at) },
          {
            ...options,
            onProgress: (share) => setState({ kind: 'sending', share: shareOf(at + share * part.size) }),
          },
        )
      }
      if (control.signal.aborted) throw new ApiError({ code: 'aborted', message: '' })
      setState({ kind: 'checking' })
      await api('POST /ota/api/v2/ota/upload/:uploadId/finish', { uploadId, sha256: hash.digest() }, options)
      setState({ kind: 'idle' })
      return true
    } catch (error) {
      setState(upload === null ? { kind: 'idle' } : { kind: 'paused', share: shareOf(upload.received) })
      if (control.signal.aborted) return false
      throw error
    }
  }
  return { state, send, pause: () => pausing.current?.abort(), reset: () => setState({ kind: 'idle' }) }
}
