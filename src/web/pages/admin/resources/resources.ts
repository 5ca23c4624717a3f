import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { fields } from '#contract/fields.ts';
import { resourceFields, resourceInput } from '#contract/resources.ts';
import { api } from '#web/api/api.ts';
import { entity } from '#web/components/entity.ts';
import { uploadFile } from './upload.ts';

/** What the form holds: the record, and the file to be uploaded after it. */
export const formFields = fields({ ...resourceFields, file: { kind: 'File', optional: true } });
export const formSchema = resourceInput.extend({ file: z.instanceof(File).nullable() });
type Form = z.output<typeof formSchema>;

const getAll = async () => ({ items: await api.resources.getAll(), next: null });

/** Resources, for the form and the list: the file travels after its record. */
export const source = entity('resources', {
  getAll,
  get: async ({ params }: { params: { id: string } }) => {
    const resource = (await api.resources.getAll()).find(({ id }) => id === params.id);
    if (!resource) throw new Failure('notFound');
    return resource;
  },
  create: async ({ body: { file, ...body } }: { body: Form }) => {
    const made = await api.resources.create({ body });
    try {
      return file ? await uploadFile(made, file) : made;
    } catch (error) {
      // Nothing was added: the form is still there, with everything in it.
      await api.resources.remove({ params: { id: made.id } }).catch(() => undefined);
      throw error;
    }
  },
  update: async ({ params, body: { file, ...body } }: { params: { id: string }; body: Form }) => {
    const changed = await api.resources.update({ params, body });
    return file ? uploadFile(changed, file) : changed;
  },
  remove: api.resources.remove,
});
