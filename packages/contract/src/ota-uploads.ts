import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { firmware } from './ota-firmware.ts'
import { done, id, instant } from './schemas.ts'

/** Size of every part but the last. */
export const uploadPartBytes = 4 * 2 ** 20

const upload = z.object({
  id,
  firmwareId: id,
  fileName: z.string(),
  size: z.number().int(),
  /** Bytes received: the next part begins there. */
  received: z.number().int(),
  partBytes: z.number().int(),
  startedByName: z.string(),
  touchedAt: instant,
})

export const readUpload = endpoint({
  method: 'GET',
  path: '/ota/api/v2/ota/firmware/:firmwareId/upload',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'What has come so far of the file that is sent in parts, and how large a file may be',
  input: z.object({ firmwareId: id }),
  output: z.object({ upload: upload.nullable(), limitMegabytes: z.number().int() }),
  errors: ['firmware.not_found'],
})

export const beginUpload = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/firmware/:firmwareId/upload',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'Begin to send the file of a draft in parts; one that was begun before and is another is given up',
  input: z.object({
    firmwareId: id,
    fileName: z.string().trim().min(1).max(255),
    size: z.number().int().min(1),
  }),
  output: upload,
  errors: ['firmware.not_found', 'firmware.not_draft', 'file.too_large'],
  audit: 'firmware.upload_begun',
})

export const sendPart = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/upload/:uploadId/part/:offset',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'The next part: it begins where the last one ended. One that has come before changes nothing',
  inputKind: 'multipart',
  fileLimit: uploadPartBytes / 2 ** 20,
  /** `offset` is part of the path, so a text. */
  input: z.object({ uploadId: id, offset: z.string().regex(/^[0-9]{1,10}$/) }),
  output: upload,
  errors: ['upload.not_found', 'upload.wrong_part', 'file.too_large', 'file.empty'],
})

export const finishUpload = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/upload/:uploadId/finish',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'All parts have come: the file takes its place if it has the SHA-256 that is named',
  input: z.object({
    uploadId: id,
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ examples: ['0'.repeat(64)] }),
  }),
  output: firmware,
  errors: ['upload.not_found', 'upload.incomplete', 'upload.damaged', 'firmware.not_draft'],
  audit: 'firmware.uploaded',
})

export const abandonUpload = endpoint({
  method: 'DELETE',
  path: '/ota/api/v2/ota/upload/:uploadId',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'Give up a file that is sent in parts',
  input: z.object({ uploadId: id }),
  output: done,
  errors: ['upload.not_found'],
})
