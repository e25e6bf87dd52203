import { type RefObject, useEffect, useRef, useState } from 'react'
import { makeCodeReader } from './code-reader.ts'

/** Why there is no picture: keys of phrases under `devices.scan.camera`. */
export type CameraTrouble = 'insecure' | 'none' | 'denied' | 'failed'

export interface Camera {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isOpen: boolean
  /** Requested: the user may have to allow it first. */
  readonly isOpening: boolean
  readonly trouble: CameraTrouble | null
  readonly open: () => void
  readonly close: () => void
}

const lookMs = 200

function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed'
}

/** The rear camera of a phone and its picture: `onCode` is called once, then the camera is closed. */
export function useCamera(onCode: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [wanted, setWanted] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const [trouble, setTrouble] = useState<CameraTrouble | null>(window.isSecureContext ? null : 'insecure')
  const reported = useRef(onCode)
  useEffect(() => {
    reported.current = onCode
  })

  useEffect(() => {
    if (!wanted) return undefined
    let over = false
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      const [read, opened] = await Promise.all([
        makeCodeReader(),
        navigator.mediaDevices.getUserMedia({
          video: { facingMode: { ideal: 'environment' } },
          audio: false,
        }),
      ])
      stream = opened
      const screen = video.current
      if (over || screen === null) return stop()
      screen.srcObject = opened
      await screen.play()
      setIsOpen(true)
      const look = async () => {
        const text = await read(screen)
        if (over) return
        if (text === null) {
          timer = setTimeout(() => void look(), lookMs)
          return
        }
        setWanted(false)
        reported.current(text)
      }
      await look()
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    run().catch((error: unknown) => {
      if (over) return
      setTrouble(troubleOf(error))
      setWanted(false)
    })
    return () => {
      over = true
      clearTimeout(timer)
      stop()
      setIsOpen(false)
    }
  }, [wanted])

  return {
    video,
    isOpen,
    isOpening: wanted && !isOpen,
    trouble,
    open: () => {
      setTrouble(null)
      setWanted(true)
    },
    close: () => setWanted(false),
  }
}
