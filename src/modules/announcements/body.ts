import * as v from 'valibot'

export const AnnouncementBody = v.object({
  name: v.pipe(v.string('Obrigatório'), v.trim(), v.minLength(1, 'Obrigatório'), v.maxLength(60, 'Too Long!')),
})
