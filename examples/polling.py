# Wait for a deployment inside the program: one execution instead of one model turn for each look.
import asyncio

from servers.tracker import get_deployment, list_builds, start_deployment

build = (await list_builds(status="passed", limit=1))[0]
deployment = await start_deployment(build_id=build["id"], environment="staging")
steps = []
while deployment["status"] in ("queued", "running"):
    await asyncio.sleep(0.05)
    deployment = await get_deployment(deployment_id=deployment["id"])
    steps.append(deployment["step"])
return {"build": build["id"], "status": deployment["status"], "looks": len(steps), "last": steps[-1]}
