import { CameraOutlined, PictureOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeCodeReader } from './code-reader.ts'
import { useCamera } from './use-camera.ts'
import '../devices.css'
import './code-view.css'

const largestPhoto = 20 * 2 ** 20

/** Reads a code with the camera, or from a photo if no camera is available. */
export function CodeView({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useTranslation()
  const { video, isOpen, isOpening, trouble, open, close } = useCamera(onCode)
  const input = useRef<HTMLInputElement>(null)
  const [photo, setPhoto] = useState<'idle' | 'reading' | 'nothing'>('idle')
  const readPhoto = async (file: File) => {
    setPhoto('reading')
    try {
      if (file.size > largestPhoto) throw new Error('too large')
      const [read, bitmap] = await Promise.all([makeCodeReader(), createImageBitmap(file)])
      const text = await read(bitmap)
      bitmap.close()
      setPhoto(text === null ? 'nothing' : 'idle')
      if (text !== null) onCode(text)
    } catch {
      setPhoto('nothing')
    }
  }
  const isInsecure = trouble === 'insecure'
  return (
    <div className="scan-view">
      <video
        ref={video}
        className={isOpen ? 'scan-video' : 'scan-video scan-video-off'}
        muted
        playsInline
        aria-label={t('devices.scan.picture')}
      />
      <div className="scan-acts">
        {isOpen ? (
          <Button onClick={close}>{t('devices.scan.stop')}</Button>
        ) : (
          <Button
            type="primary"
            icon={<CameraOutlined />}
            loading={isOpening}
            disabled={isInsecure}
            onClick={open}
          >
            {t('devices.scan.start')}
          </Button>
        )}
        <Button
          icon={<PictureOutlined />}
          loading={photo === 'reading'}
          onClick={() => input.current?.click()}
        >
          {t('devices.scan.photo')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          aria-label={t('devices.scan.photo')}
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file !== undefined) void readPhoto(file)
          }}
        />
      </div>
      {trouble !== null && (
        <p className="device-remark device-remark-warn" role="alert">
          {t(`devices.scan.camera.${trouble}`)}
        </p>
      )}
      {photo === 'nothing' && (
        <p className="device-remark device-remark-warn" role="alert">
          {t('devices.scan.noCode')}
        </p>
      )}
    </div>
  )
}
