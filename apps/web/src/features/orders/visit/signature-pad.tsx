import { Button } from 'antd'
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const pixels = { width: 900, height: 360 }

/** A frame to sign in with a finger or a mouse: black on white, whatever the theme, as it is printed. */
export function SignaturePad({ canvas, onChange }: Props) {
  const { t } = useTranslation()
  const last = useRef<{ x: number; y: number } | null>(null)
  const [empty, setEmpty] = useState(true)
  const clear = useCallback(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, pixels.width, pixels.height)
    setEmpty(true)
    onChange(false)
  }, [canvas, onChange])
  useEffect(clear, [clear])
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = canvas.current?.getContext('2d')
    if (last.current === null || !context) return
    const to = pointOf(event)
    context.strokeStyle = '#000000'
    context.lineWidth = 5
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.beginPath()
    context.moveTo(last.current.x, last.current.y)
    context.lineTo(to.x, to.y)
    context.stroke()
    last.current = to
    if (empty) {
      setEmpty(false)
      onChange(true)
    }
  }
  return (
    <div className="order-pad">
      <canvas
        ref={canvas}
        width={pixels.width}
        height={pixels.height}
        aria-label={t('fieldWork.signHint')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          last.current = pointOf(event)
        }}
        onPointerMove={draw}
        onPointerUp={() => {
          last.current = null
        }}
      />
      {empty && <span aria-hidden="true">{t('fieldWork.signHint')}</span>}
      <Button size="small" disabled={empty} onClick={clear}>
        {t('fieldWork.signClear')}
      </Button>
    </div>
  )
}

interface Props {
  canvas: RefObject<HTMLCanvasElement | null>
  /** Stable: the frame is blank again when it changes. */
  onChange: (signed: boolean) => void
}

/** In pixels of the picture. */
function pointOf(event: PointerEvent<HTMLCanvasElement>): { x: number; y: number } {
  const box = event.currentTarget.getBoundingClientRect()
  return {
    x: ((event.clientX - box.left) / box.width) * pixels.width,
    y: ((event.clientY - box.top) / box.height) * pixels.height,
  }
}
