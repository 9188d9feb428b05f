export type ExtraInfo = { id?: number | null; name: string; value: string }
export type Contact = {
  id: number
  name: string
  number: string
  email: string
  profilePicUrl: string | null
  isGroup: boolean
  disableBot: boolean
  createdAt: string
  tickets?: { id: number; status: string; updatedAt: string }[]
  extraInfo?: ExtraInfo[]
}
