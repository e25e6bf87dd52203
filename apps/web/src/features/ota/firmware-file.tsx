import { UploadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { ApiError, errorText, reportError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { useUploadLimits } from '../../lib/use-upload-limits.ts'
import { afterFirmware, type Firmware } from './ota.ts'

/** Chooses the file of a draft and sends it at once, with its progress. */
export function FirmwareFile({ firmware }: { firmware: Firmware }) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { file: size } = useUploadLimits()
  const reread = useRefreshReads()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (file: File | undefined) => {
    if (file === undefined) return
    setProblem(null)
    setShare(0)
    try {
      await apiUpload(
        'POST /ota/api/v2/ota/firmware/:firmwareId/file',
        file,
        { firmwareId: firmware.id },
        { errors: 'caller', onProgress: setShare },
      )
      await reread(...afterFirmware)
      notify.success(t('ota.fileUploaded'))
    } catch (error) {
      if (!(error instanceof ApiError) || error.reported) reportError(error)
      else {
        error.reported = true
        setProblem(error.fields[0]?.message ?? errorText(error))
      }
    } finally {
      setShare(null)
    }
  }

  const percent = Math.round((share ?? 0) * 100)
  return (
    <div className="ota-file">
      <Button
        icon={<UploadOutlined />}
        loading={share !== null}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {firmware.size === null ? t('ota.fileChoose') : t('ota.fileReplace')}
      </Button>
      <span id={id} className="ota-hint">
        {t('ota.fileLimit', { size })}
      </span>
      <input
        ref={input}
        type="file"
        aria-label={t('ota.file')}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          void send(event.target.files?.[0])
          // The same file, corrected, can be chosen again.
          event.target.value = ''
        }}
      />
      {share !== null && <Progress percent={percent} aria-label={t('ota.uploading', { percent })} />}
      {problem !== null && (
        <p className="ota-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
