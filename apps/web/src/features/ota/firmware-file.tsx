import { UploadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText, reportError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi, useRefreshReads } from '../../lib/use-api.ts'
import { afterFirmware, type Firmware, uploadEndpoint } from './ota.ts'
import { usePartUpload } from './use-part-upload.ts'

/** Selects the file of a draft and uploads it in parts: can be paused, and resumes after a page reload. */
export function FirmwareFile({ firmware }: { firmware: Firmware }) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const firmwareId = firmware.id
  const begun = useApi(uploadEndpoint, { firmwareId }).data
  const abandon = useAct('DELETE /ota/api/v2/ota/upload/:uploadId', { refresh: [uploadEndpoint] })
  const reread = useRefreshReads()
  const { state, send, pause, reset } = usePartUpload(firmwareId)
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Null: not yet known. The server validates the upload. */
  const limit = begun?.limitMegabytes ?? null

  const start = async (chosen: File) => {
    setFile(chosen)
    setProblem(null)
    if (limit !== null && chosen.size > limit * 2 ** 20) {
      setProblem(t('ota.uploadTooLarge', { size: limit }))
      return
    }
    if (chosen.size === 0) {
      setProblem(t('ota.uploadEmpty'))
      return
    }
    try {
      const whole = await send(chosen)
      await reread(...afterFirmware, uploadEndpoint)
      if (whole) notify.success(t('ota.fileUploaded'))
    } catch (error) {
      await reread(uploadEndpoint)
      if (!(error instanceof ApiError) || error.reported) reportError(error)
      else {
        error.reported = true
        setProblem(error.fields[0]?.message ?? errorText(error))
      }
    }
  }
  const giveUp = async () => {
    const uploadId = begun?.upload?.id
    if (uploadId !== undefined) await abandon.mutateAsync({ uploadId })
    setFile(null)
    setProblem(null)
    reset()
  }

  const busy = state.kind === 'sending' || state.kind === 'checking'
  const percent = Math.floor(('share' in state ? state.share : 1) * 100)
  const left = state.kind === 'idle' ? (begun?.upload ?? null) : null
  return (
    <div className="ota-file">
      <Button
        icon={<UploadOutlined />}
        disabled={busy || limit === null}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        {firmware.size === null ? t('ota.fileChoose') : t('ota.fileReplace')}
      </Button>
      {state.kind === 'sending' && <Button onClick={pause}>{t('ota.uploadPause')}</Button>}
      {state.kind === 'paused' && file !== null && (
        <Button type="primary" onClick={() => void start(file)}>
          {t('ota.uploadResume')}
        </Button>
      )}
      {(state.kind === 'paused' || left !== null) && (
        <Button onClick={() => void giveUp()}>{t('ota.uploadGiveUp')}</Button>
      )}
      <span id={id} className="ota-hint">
        {limit !== null && t('ota.uploadLimit', { size: limit })}
      </span>
      <input
        ref={input}
        type="file"
        aria-label={t('ota.file')}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen !== undefined) void start(chosen)
          // The same file, corrected, can be selected again.
          event.target.value = ''
        }}
      />
      {state.kind !== 'idle' && (
        <Progress
          percent={percent}
          status={state.kind === 'paused' ? 'normal' : 'active'}
          aria-label={t('ota.uploading', { percent })}
        />
      )}
      {state.kind === 'paused' && <p className="ota-hint">{t('ota.uploadPaused', { percent })}</p>}
      {state.kind === 'checking' && <p className="ota-hint">{t('ota.uploadChecking')}</p>}
      {left !== null && (
        <p className="ota-hint">
          {t('ota.uploadLeft', {
            name: left.fileName,
            percent: Math.floor((left.received * 100) / left.size),
          })}
        </p>
      )}
      {problem !== null && (
        <p className="ota-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
